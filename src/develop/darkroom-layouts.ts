import type { ReleaseFacts } from '../darktable/release-facts.ts';
import type { LibraryReader } from '../library/library.ts';
import { isThere, presetsOf } from '../library/presets.ts';

/** The layouts of the darkroom's modules that darktable itself offers. It writes them when its window opens; none before that. */
export function darkroomLayouts(reader: LibraryReader): NonNullable<ReleaseFacts['layouts']> {
  const own = presetsOf(reader, 'modulegroups').filter(({ writeprotect }) => writeprotect !== 0);
  return Object.fromEntries(
    own.flatMap(({ name, op_params: text }) => (isThere(text) ? [[name, Buffer.from(text).toString()] as const] : [])),
  );
}
