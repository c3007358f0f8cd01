import { darktableState } from '../../darktable/darktable-state.ts';
import type { ChangeRoute } from '../journal/change-journal.ts';
import { canReach, refuseWhileOpen, type Ability } from './which-way.ts';

/** A way of writing: straight into the library, or by the plugin of a running darktable. See [Note: Two writers]. */
export interface Way<Work, Written> {
  readonly route: ChangeRoute;
  /** Throws `db_write_error` with advice if nothing can be written now. */
  refuse(): void;
  /** The caller reads the library to see what was stored. Throws `db_write_error` or SQLite's errors. */
  write(work: Work): Promise<Written>;
}

export type Ways<Work, Written> = Readonly<Record<ChangeRoute, Way<Work, Written>['write']>>;

/** The way that is possible now. */
export type ChooseWay<Work, Written> = () => Way<Work, Written>;

/** `heartbeat`: the plugin's. `can`: what the plugin must be able to do. */
export function waysOf<Work, Written>(
  { library, heartbeat, can }: { library: { file: string }; heartbeat: string; can: Ability },
  { direct, bridge }: Ways<Work, Written>,
): ChooseWay<Work, Written> {
  return () => {
    const state = darktableState(library.file, heartbeat);
    return canReach(state, can)
      ? { route: 'bridge', refuse: () => undefined, write: bridge }
      : { route: 'direct', refuse: () => refuseWhileOpen(state, can), write: direct };
  };
}
