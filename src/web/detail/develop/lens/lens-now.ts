import type { LensfunLens } from '../../../../contract/lens-database.ts';

/** The lens that is stored, by its exact name or in whatever case. null: the database does not have it. */
export const lensNow = (lenses: readonly LensfunLens[], model: string): LensfunLens | null =>
  lenses.find((lens) => lens.model === model) ??
  lenses.find((lens) => lens.model.toLowerCase() === model.toLowerCase()) ??
  null;
