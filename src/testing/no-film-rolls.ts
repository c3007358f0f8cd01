import type { FilmRolls } from '../library/film-rolls.ts';

/** A library whose photographs lie nowhere near. */
export const noFilmRolls: FilmRolls = { relationOf: () => Promise.resolve(null) };
