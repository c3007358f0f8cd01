import { isAbsolute } from 'node:path';
import {
  Destination as DestinationSettings,
  DESTINATION_PLACES,
  DESTINATION_SECRETS,
  MOST_DESTINATIONS,
  StoredDestination,
  type NewDestination,
} from '../../contract/destinations.ts';
import { rollComplaint } from '../../exports/export-folder.ts';
import type { FilmRolls } from '../../library/film-rolls.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { openNamedList } from '../../settings/named-list.ts';
import { type Destination, DestinationFailure } from './destination.ts';
import { openDestination } from './open-destination.ts';

/** The places that pictures are published to, as somebody has set them up. */
export interface Destinations {
  /** By name, without their secrets. */
  list(): DestinationSettings[];
  /** null: there is none. */
  find(id: number): DestinationSettings | null;
  /** Throws `conflict`, `invalid_body`, `storage_error`. */
  add(destination: NewDestination): Promise<DestinationSettings>;
  /** Secrets that are left out stay, as long as it is the same place. Throws `not_found`, too. */
  replace(id: number, destination: NewDestination): Promise<DestinationSettings>;
  /** Nothing there is removed. Throws `not_found`, `storage_error`. */
  remove(id: number): void;
  /** Whoever opens it closes it. null: there is none. */
  open(id: number): Destination | null;
  /** As `NamedList` has it. */
  damagedFile(): string | null;
  /** What lacks, in words for people; [] = all well. Throws `not_found`. */
  test(id: number, signal: AbortSignal): Promise<string[]>;
}

/** Kept in one file that only the user can read, secrets included. */
export function openDestinations(options: { file: string; log: Log; rolls: FilmRolls }): Destinations {
  const { file, log, rolls } = options;
  const kept = openNamedList({ file, log, schema: StoredDestination, what: 'destination', most: MOST_DESTINATIONS });
  const existing = (id: number) => {
    const found = kept.find(id);
    if (!found) throw new AppError('not_found', `There is no destination ${id}.`);
    return found;
  };
  const open = (id: number) => {
    const stored = kept.find(id);
    // Others may change it while it is open.
    const keep = (marker: string) => kept.replace(id, { ...existing(id), marker });
    return stored && openDestination(stored, rolls, { id: stored.marker, keep });
  };
  return {
    list: () => kept.list().map(shown),
    find(id) {
      const found = kept.find(id);
      return found && shown(found);
    },
    async add(destination) {
      await checkFolder(destination, rolls);
      const other = kept.named(destination.name);
      if (other) throw new AppError('conflict', `There is a destination named ${other.name}.`);
      return shown(kept.save(storedOf(destination, null)));
    },
    async replace(id, destination) {
      await checkFolder(destination, rolls);
      return shown(kept.replace(id, storedOf(destination, existing(id))));
    },
    remove: (id) => kept.remove(id),
    open,
    damagedFile: () => kept.damagedFile(),
    async test(id, signal) {
      existing(id);
      const destination = open(id);
      try {
        return (await destination?.test(signal)) ?? [];
      } catch (error) {
        if (error instanceof DestinationFailure) return [error.message];
        if (signal.aborted) return ['It did not answer in time.'];
        throw error;
      } finally {
        await destination?.close();
      }
    },
  };
}

type Values = Record<string, unknown>;

/** What an answer shows. */
function shown(stored: StoredDestination): DestinationSettings {
  const { marker: _marker, ...values }: Values & { marker: string | null } = stored;
  const names: readonly string[] = DESTINATION_SECRETS[stored.kind];
  const secrets = names.filter((name) => values[name] !== null);
  return DestinationSettings.parse({
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
    secrets,
  });
}

/** Neither what was entered for another place goes to this one, nor is this one taken for the other. */
function storedOf(destination: NewDestination, former: StoredDestination | null): StoredDestination {
  const { kind } = destination;
  const given: Values = destination;
  const before: Values = { ...former };
  const places: readonly string[] = DESTINATION_PLACES[kind];
  const isSame = former?.kind === kind && places.every((name) => given[name] === before[name]);
  const secrets = DESTINATION_SECRETS[kind].map((name): [string, unknown] => {
    if (given[name] !== undefined) return [name, given[name]];
    return [name, isSame ? before[name] : null];
  });
  const marker = isSame ? former.marker : null;
  return StoredDestination.parse({ ...given, ...Object.fromEntries(secrets), marker, id: former?.id ?? 1 });
}

async function checkFolder(destination: NewDestination, rolls: FilmRolls): Promise<void> {
  if (destination.kind !== 'folder') return;
  const { folder } = destination;
  if (!isAbsolute(folder)) throw new AppError('invalid_body', `folder: ${folder} is no whole path.`);
  const relation = await rolls.relationOf(folder);
  if (relation) throw new AppError('conflict', `${rollComplaint(folder, relation)} Choose one outside film rolls.`);
}
