import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import sharp from 'sharp';

/**
 * Stands in for darktable where thousands of pictures are made: a shell script that takes a few milliseconds. The photographs are text
 * files, and the first line of each comes back as the comment of its JPEG (see `commentOf`). Lines that begin with these words do more:
 * `fail`, `crash PARENT` (ends the worker), `wait FILE` (until that file exists).
 */
export interface QuickDarktable {
  /** For the environment of a worker or a Safelight. */
  path: string;
  /** Every picture takes so long, from now on. */
  waitSeconds(seconds: number): void;
}

const COMMENT_BYTES = 64;

export async function quickDarktable(
  folder: string,
  { version = '4.2.1', width = 300, height = 200 }: { version?: string; width?: number; height?: number } = {},
): Promise<QuickDarktable> {
  mkdirSync(folder, { recursive: true });
  const picture = join(folder, 'picture.jpg');
  const wait = join(folder, 'wait');
  await sharp({ create: { width, height, channels: 3, background: '#886644' } })
    .jpeg()
    .toFile(picture);
  writeFileSync(wait, '0\n');
  // A comment is a marker, its length in two bytes and the text; it follows the first two bytes of the file.
  const cli = `#!/bin/sh
if [ "$1" = --version ]; then echo "this is darktable-cli ${version}"; exit; fi
read -r line < "$1"
read -r seconds < '${wait}'
[ "$seconds" = 0 ] || sleep "$seconds"
case "$line" in
fail*) echo "error: this file is no picture" >&2; exit 0 ;;
crash*) kill -9 "$PPID"; sleep 60 ;;
"wait "*) while [ ! -e "\${line#wait }" ]; do sleep 0.02; done ;;
esac
{ printf '\\377\\330\\377\\376\\000\\${(COMMENT_BYTES + 2).toString(8)}%-${COMMENT_BYTES}.${COMMENT_BYTES}s' "$line"; tail -c +3 '${picture}'; } > "$3"
`;
  for (const [name, text] of [
    ['darktable-cli', cli],
    ['darktable', `#!/bin/sh\necho "this is darktable ${version}"\n`],
  ] as const) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  return {
    path: [folder, process.env.PATH].join(delimiter),
    waitSeconds: (seconds) => writeFileSync(wait, `${seconds}\n`),
  };
}

/** The first line of the photograph that a picture was made from. */
export function commentOf(jpeg: Buffer): string {
  if (jpeg.readUInt16BE(2) !== 0xfffe) throw new Error('This picture has no comment.');
  return jpeg
    .subarray(6, 6 + COMMENT_BYTES)
    .toString('latin1')
    .trim();
}
