import type { PictureFacts } from './picture-facts.ts';

/** What a module's parameters store, by field: 0 or 1 for a switch, the number of a choice. */
export type Stored = (field: string) => number;

/** Further fields that darktable changes along with one, and what they store then. `stored` tells the values before. */
export type FollowUps = (field: string, to: number, stored: Stored, facts: PictureFacts) => Record<string, number>;
