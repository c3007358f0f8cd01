import { join } from 'node:path';
import { MOST_RECIPES, Recipe } from '../contract/recipes.ts';
import { MOST_SEARCHES, SavedSearch } from '../contract/saved-searches.ts';
import type { FilmRolls } from '../library/film-rolls.ts';
import { openDestinations } from '../publishing/destinations/destinations.ts';
import type { Services } from '../server/services.ts';
import { openNamedList } from '../settings/named-list.ts';
import type { Basis } from './open-basis.ts';
import type { PublishingTargets } from './open-publishing.ts';

/** What people keep by name, whichever library is shown. */
export function openLists(
  { dataDir, log }: Pick<Basis, 'dataDir' | 'log'>,
  rolls: FilmRolls,
): Pick<Services, 'recipes' | 'searches' | 'destinations'> & { publishingTargets: PublishingTargets } {
  const file = (name: string) => join(dataDir, name);
  const recipes = openNamedList({
    file: file('recipes.json'),
    log,
    schema: Recipe,
    what: 'recipe',
    most: MOST_RECIPES,
  });
  const searches = openNamedList({
    file: file('searches.json'),
    log,
    schema: SavedSearch,
    what: 'saved search',
    most: MOST_SEARCHES,
  });
  const destinations = openDestinations({ file: file('destinations.json'), log, rolls });
  return {
    recipes,
    searches,
    destinations,
    publishingTargets: {
      recipeOf: (id) => recipes.find(id),
      openDestination: (id) => destinations.open(id),
      damagedFile: (what) => (what === 'recipe' ? recipes : destinations).damagedFile(),
    },
  };
}
