import { gt, valid } from 'semver';

/** Whether a text is a version. The library forgives a `v` before it and space around it. */
export const isVersion = (text: string): boolean => text === text.trim() && valid(text) === text.split('+')[0];

/** Whether `one` is newer than `other`. A text that is no version is neither newer nor older. */
export const isNewer = (one: string, other: string): boolean => isVersion(one) && isVersion(other) && gt(one, other);
