import { rollComplaint } from '../../../exports/export-folder.ts';
import type { FilmRolls } from '../../../library/film-rolls.ts';
import type { Destination } from '../destination.ts';
import { fileDestination } from './file-destination.ts';
import { folderStore } from './folder-store.ts';
import type { KnownMarker } from './marker.ts';

/** A folder of this computer. No film roll may be in it, nor it in one: no original and no sidecar is ever written over. */
export function folderDestination(folder: string, rolls: FilmRolls, marker: KnownMarker): Destination {
  const whyNot = async () => {
    const relation = await rolls.relationOf(folder);
    return relation && `${rollComplaint(folder, relation)} Pictures are published to folders outside film rolls.`;
  };
  return fileDestination(folderStore(folder, whyNot), marker);
}
