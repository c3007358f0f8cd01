/**
 * `npm run chaos:publishing -- [--items N] [--kills N] [--seed S]`: publishes pictures into a folder while the program is killed at random moments
 * of its work, and looks at what is there: each picture once, as it is now. Ends with one line.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { publishKilled } from '../../../src/testing/killed-publishing.ts';
import { randomNumbers } from '../../../src/testing/random-params.ts';

/** The longest time between its first picture and the kill. */
const MOST_MS = 400;

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
const [items, kills, seed] = [Number(values.items), Number(values.kills), Number(values.seed)];
const folder = mkdtempSync(join(tmpdir(), 'safelight-chaos-'));
try {
  const began = performance.now();
  const { twice, lost, stale, left, ...counts } = await publishKilled(folder, {
    items,
    kills,
    mostMs: MOST_MS,
    random: randomNumbers(seed),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const isRight = twice.length + lost.length + stale.length + left.length === 0;
  console.log(
    `${isRight ? 'ok' : 'FAILED'}: ${counts.kills} kills over ${items} pictures, which were changed ${counts.changes} times, in ${seconds} s (seed ${seed}): ${twice.length} twice, ${lost.length} lost, ${stale.length} stale, ${left.length} drafts left`,
  );
  process.exitCode = isRight ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
