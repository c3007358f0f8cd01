import type { FilmRolls } from '../library/film-rolls.ts';

/** A library without film rolls in the folders concerned. */
export const noFilmRolls: FilmRolls = { relationOf: () => Promise.resolve(null) };
