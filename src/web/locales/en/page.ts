import { common } from './common.ts';
import { detail } from './detail.ts';
import { develop } from './develop.ts';
import { gallery } from './gallery.ts';
import { organising } from './organising.ts';

/** Loaded at once; settings, exports and first steps come with their parts of the page. */
export const page = { ...common, ...gallery, ...detail, ...develop, ...organising };
