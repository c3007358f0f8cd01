/** Uses each package that contains a program or a native library, and prints the result. Run on a clean machine. */
import { spawnSync } from 'node:child_process';
import Database from 'better-sqlite3';
import { exiftool } from 'exiftool-vendored';
import sharp from 'sharp';
import { executableProgram, packagedProgram } from '../../../src/tray/tray-program.ts';

const sqlite = new Database(':memory:').prepare('select 1 + 1').pluck().get();
const picture = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer();
const { width } = await sharp(picture).metadata();
const exiftoolVersion = await exiftool.version();
await exiftool.end();
const tray = spawnSync(executableProgram(packagedProgram('linux')!, 'unused'), { encoding: 'utf8' });

console.log(JSON.stringify({ sqlite, width, exiftoolVersion, tray: tray.stderr.trim() }));
