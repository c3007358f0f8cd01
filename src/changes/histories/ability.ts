import { dirname } from 'node:path';
import type { DarktableState } from '../../darktable/darktable-state.ts';
import { canOperate, type Ability } from '../writing/which-way.ts';
import type { HistoryChange } from './plans.ts';
import { needsWhole, type PluginAbility } from './plugin.ts';

/** What the plugin must be able to do to take back a change of histories. */
export const canTakeWhole: Ability = ({ operated, histories }) => operated !== null && histories !== null;
/** What the plugin must be able to do for this change. */
export const canChangeBy = (change: HistoryChange): Ability => (needsWhole(change) ? canTakeWhole : canOperate);

/** What the plugin of this darktable can do with histories. */
export const abilityOf = ({ file }: { file: string }, { heartbeat }: DarktableState): PluginAbility => ({
  taking: heartbeat?.histories ?? null,
  openImage: heartbeat?.openImage ?? null,
  editsWhileOpen: heartbeat?.editsWhileOpen ?? false,
  configDir: dirname(file),
});
