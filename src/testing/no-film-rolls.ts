import type { FilmRolls } from '../library/film-rolls.ts';

/** A library whose photographs lie nowhere near. */
export const noFilmRolls: FilmRolls = { kinshipOf: () => Promise.resolve(null) };
