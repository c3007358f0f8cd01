import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Command } from '../../darktable/installation.ts';
import type { DevelopState } from '../../library/develop-state.ts';
import type { PictureDecoder } from '../../previews/picture-decoder.ts';
import { jpegOutput, renderPicture } from '../darktable-cli.ts';
import { developmentOf } from './development.ts';
import type { ResidentChild } from './resident-child.ts';
import { SELF_TEST_PICTURE, testState } from './test-state.ts';

/** Where the two differ by more than this, of 255, one of them is wrong. */
const MOST_DIFFERENCE = 0.5;
const TIMEOUT_MS = 60_000;
const BOX = { width: 150, height: 150 };

/** `problem`: what is wrong; null: nothing. `rendersPlain`: also histories to which darktable adds its default steps. */
export type Outcome = { problem: string | null; rendersPlain: boolean };

/**
 * Compares what this resident darktable makes of a small raw picture with what its own `darktable-cli` makes of it: a history, then another,
 * of which the second is rendered from what is cached. The third is one to which darktable adds its default steps. Rejects with ChildEnded when it died, and with
 * RenderError or CliMissing when darktable-cli failed.
 */
export async function selfTest(
  child: Pick<ResidentChild, 'render'>,
  { cli, workDir, decoder }: { cli: Command; workDir: string; decoder: PictureDecoder },
): Promise<Outcome> {
  const made: string[] = [];
  const differences: number[] = [];
  for (const [k, state] of [testState(0.5), testState(2), plainState].entries()) {
    const development = developmentOf(state);
    const expected = await renderPicture({
      cli,
      workDir,
      picture: SELF_TEST_PICTURE,
      xmp: development.xmp,
      isDescribed: false,
      box: BOX,
      output: jpegOutput(95),
      isFine: false,
      priority: constants.priority.PRIORITY_BELOW_NORMAL,
      timeoutMs: TIMEOUT_MS,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
    const { jpeg } = await child.render({
      picture: SELF_TEST_PICTURE,
      development,
      view: { box: BOX },
      isDraft: false,
      isAwaited: true,
      quality: 95,
    });
    const file = join(workDir, `resident-${k}.jpg`);
    await writeFile(file, jpeg, { mode: 0o600 });
    made.push(file);
    differences.push(await decoder.difference(file, expected));
  }
  const [first = 0, second = 0, plain = 0] = differences;
  const most = Math.max(first, second);
  const rendersPlain = plain <= MOST_DIFFERENCE;
  if (most > MOST_DIFFERENCE)
    return { problem: `its pictures differ from those of darktable-cli (by ${most.toFixed(1)} of 255)`, rendersPlain };
  // Two equal pictures would prove nothing.
  const apart = await decoder.difference(made[0]!, made[1]!);
  return { problem: apart > 5 ? null : 'it does not follow an edit', rendersPlain };
}

const plainState: DevelopState = { ...testState(0), isComplete: false, historyEnd: 0, history: [] };
