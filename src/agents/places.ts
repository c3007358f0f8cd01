import { z } from 'zod';
import { isPlaceTag } from '../contract/place-tags.ts';
import type { Call } from './tool.ts';

export const placesField = {
  include_places: z
    .boolean()
    .optional()
    .describe('Also coordinates, tags of places, and folders, if the photographer allows it. Only when you need them'),
};

/** Whether a call may tell places, and what to say where it asked and may not. */
export function placesFor({ include_places: asked = false }: { include_places?: boolean | undefined }, { desk }: Call) {
  const mayTell = asked && desk.rights().mayReadPlaces;
  return {
    mayTell,
    note: asked && !mayTell ? ' Places are left out: the photographer has not allowed agents to read them.' : '',
    tags: (tags: readonly string[]) => (mayTell ? [...tags] : tags.filter((tag) => !isPlaceTag(tag))),
  };
}
