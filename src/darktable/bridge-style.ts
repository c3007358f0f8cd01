/** One entry of a develop history as a style, the only way for Lua to change a history. */

/** The plugin recognizes its own styles by this name; no user's style has it. */
export const BRIDGE_STYLE_NAME = 'safelight-bridge-edit-7c1f4d2e';

/** A step of a develop history, wherever it is stored. */
export interface HistoryEntry {
  operation: string;
  /** Version of the parameters; darktable's column is called `module`. */
  module: number;
  enabled: boolean;
  params: Uint8Array;
  blendParams: Uint8Array | null;
  blendVersion: number;
  /** Instance number. */
  priority: number;
  /** Instance name. */
  name: string;
}

/** The `.dtstyle` file that sets this entry. darktable reads parameters as plain hex. */
export function bridgeStyle(entry: HistoryEntry): string {
  const fields: [string, string | number][] = [
    ['num', 0],
    ['module', entry.module],
    ['operation', entry.operation],
    ['op_params', hex(entry.params)],
    ['enabled', entry.enabled ? 1 : 0],
    ['blendop_params', hex(entry.blendParams ?? new Uint8Array())],
    ['blendop_version', entry.blendVersion],
    ['multi_priority', entry.priority],
    ['multi_name', xmlText(entry.name)],
    ['multi_name_hand_edited', isNamedByHand(entry) ? 1 : 0],
  ];
  const plugin = fields.map(([key, value]) => `<${key}>${value}</${key}>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<darktable_style version="1.0"><info><name>${BRIDGE_STYLE_NAME}</name><description></description></info>
<style><plugin>
${plugin}
</plugin></style></darktable_style>
`;
}

/**
 * Why this entry cannot be set by a style, for people; null when it can. A style finds its instance by name, not by
 * number (measured with 4.2.1, 5.0.1 and 5.4.1: of two unnamed instances it took the other one). A module missing from
 * the history still has an instance: number 0, without a name.
 */
export function styleObstacle(history: readonly HistoryEntry[], entry: HistoryEntry): string | null {
  const instances = history.filter(({ operation }) => operation === entry.operation);
  const twin = instances.find(({ priority, name }) => priority !== entry.priority && name === entry.name);
  if (twin || (entry.priority !== 0 && entry.name === '')) {
    return `Two instances of ${entry.operation} have the same name, so darktable cannot tell them apart. Rename one in the darkroom.`;
  }
  if (entry.params.length === 0) return `This entry of ${entry.operation} has no stored parameters.`;
  return null;
}

/**
 * darktable 5 replaces a name that nobody typed with one of its own. Names that look like darktable's (the instance's
 * number, a preset's name) are left to it; older versions do not know the mark.
 */
export function isNamedByHand({ name, priority }: Pick<HistoryEntry, 'name' | 'priority'>): boolean {
  return name !== '' && name !== String(priority) && !name.startsWith('_builtin_');
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const xmlText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
