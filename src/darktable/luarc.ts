/** darktable's luarc, with the line that starts the plugin. */
import { lstatSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';
import { BridgeInstallError } from './bridge-install-error.ts';

/**
 * The line that starts the plugin. It is the first line of luarc, where nothing before it can end the script; it cannot
 * fail.
 */
export const LUARC_LINE = lineNaming('safelight plugin uninstall');

/** As earlier Safelights wrote it. */
const FORMER_LINE = lineNaming('safelight bridge uninstall');

function lineNaming(command: string): string {
  return `pcall(require, "safelight/init") -- Safelight; "${command}" takes it out`;
}

/** Any line that starts it, including one written by hand. */
const startsPlugin =
  /^(?:\xef\xbb\xbf)?[ \t]*(?:pcall[ \t]*\([ \t]*)?require[ \t]*[(,]?[ \t]*["']safelight[/.]init["']/m;

const backupName = 'luarc-before-safelight';

export interface Luarc {
  /** luarc itself, at the end of its links. */
  file: string;
  /** Read as latin1, so that all bytes survive. null: there is no luarc. */
  content: string | null;
}

/** Only one that does not exist is missing. Throws BridgeInstallError for what cannot be read, and for what is no ordinary file. */
export function readLuarc(configDir: string): Luarc {
  const named = join(configDir, 'luarc');
  const at = lstatSync(named, { throwIfNoEntry: false });
  if (!at) return { file: named, content: null };
  try {
    const file = realpathSync(named);
    return { file, content: readOrdinaryFile(file, 'latin1') };
  } catch (error) {
    const isLost = at.isSymbolicLink() && (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new BridgeInstallError(
      'luarc-unwritable',
      isLost ? `${named} is a link to a file that is not there.` : `luarc cannot be read: ${reasonOf(error)}.`,
      error,
    );
  }
}

export const hasLine = ({ content }: Luarc): boolean => startsPlugin.test(content ?? '');

/** A luarc that its owner made read-only stays as it is, even where we could write it. Throws BridgeInstallError. */
export function assertWritable({ file, content }: Luarc): void {
  if (content === null) return;
  const isReadOnly = (statSync(file).mode & 0o222) === 0;
  try {
    if (!isReadOnly) {
      const probe = `${file}.safelight-probe`;
      rmSync(probe, { force: true });
      writeFileSync(probe, '', { flag: 'wx' });
      rmSync(probe);
      return;
    }
  } catch {
    // Reported below.
  }
  throw new BridgeInstallError(
    'luarc-unwritable',
    `${file} is read-only. Its first line should be (or, to uninstall, not be):\n${LUARC_LINE}`,
  );
}

/** Returns the copy of luarc that was made before; null: there was no luarc. */
export function addLine(configDir: string, { file, content }: Luarc): string | null {
  if (content === null) {
    replaceFile(file, `${LUARC_LINE}\n`, { mode: 0o644 });
    return null;
  }
  const backup = join(configDir, backupName);
  replaceLike(file, backup, content);
  replaceLike(file, file, withLine(content));
  return backup;
}

/** `isOurs`: there was no luarc before. Returns whether the line was there. */
export function takeLineOut(configDir: string, luarc: Luarc, isOurs: boolean): boolean {
  const { file, content } = luarc;
  if (content === null) return false;
  const without = withoutLine(content);
  if (without !== content) {
    assertWritable(luarc);
    if (without === '' && isOurs) rmSync(file);
    else replaceLike(file, file, without);
  }
  // A backup equal to what luarc says again now is not needed.
  const backup = join(configDir, backupName);
  if (isText(backup, without)) rmSync(backup);
  return without !== content;
}

function isText(file: string, text: string): boolean {
  try {
    return readOrdinaryFile(file, 'latin1') === text;
  } catch {
    return false;
  }
}

/** With the permissions of luarc. */
function replaceLike(luarc: string, file: string, content: string): void {
  replaceFile(file, content, { mode: statSync(luarc).mode & 0o777, isModeExact: true, encoding: 'latin1' });
}

const byteOrderMark = '\xef\xbb\xbf';

/** Lua skips a byte order mark and a first line that begins with #: they stay first. */
export function withLine(content: string): string {
  const newline = /\r?\n/.exec(content)?.[0] ?? '\n';
  const mark = content.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  if (content[mark] !== '#') return `${content.slice(0, mark)}${LUARC_LINE}${newline}${content.slice(mark)}`;
  const end = content.indexOf('\n', mark) + 1;
  if (end === 0) return `${content}${newline}${LUARC_LINE}`;
  return `${content.slice(0, end)}${LUARC_LINE}${newline}${content.slice(end)}`;
}

export function withoutLine(content: string): string {
  const line = [LUARC_LINE, FORMER_LINE].find((each) => content.includes(each));
  if (line === undefined) return content;
  const start = content.indexOf(line);
  const before = content.slice(0, start);
  const after = content.slice(start + line.length);
  const newline = /^\r?\n/.exec(after)?.[0];
  if (newline !== undefined) return before + after.slice(newline.length);
  return after === '' ? before.replace(/\r?\n$/, '') : before + after;
}
