/**
 * Tests what Safelight lets through in a real darktable-cli: the machine's own, or that of the darktable that
 * SAFELIGHT_TEST_DARKTABLE names.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assetsDir } from '../platform/package-files.ts';
import { testedCli } from '../testing/bridge-stage.ts';
import { knownTexts } from '../testing/known-texts.ts';
import { randomNumbers, randomParams } from '../testing/random-params.ts';
import { renderCases } from '../testing/render-cases.ts';
import { moduleLayouts } from './layouts.ts';

// `npm run search-params` is the long search; this is the first part of it.
test(
  'parameters within the limits, of every module and version, neither crash nor hang it',
  { timeout: 900_000 },
  async ({ signal }) => {
    const random = randomNumbers(11);
    const cases = readdirSync(join(assetsDir, 'layouts'))
      .map((file) => file.replace('.json', ''))
      .flatMap((operation) =>
        Object.entries(moduleLayouts(operation)!.versions).map(([version, layout], sample) => {
          const params = randomParams(layout, random, { sample, texts: knownTexts[operation] ?? {} });
          const step = { operation, version: Number(version), params: Buffer.from(params!) };
          const kind = random() < 0.6 ? ('raw' as const) : ('jpeg' as const);
          return { name: `${operation} ${version}`, kind, history: [step] };
        }),
      );
    const folder = await mkdtemp(join(tmpdir(), 'safelight-bearable-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const outcomes = await renderCases(cases, { cli: testedCli, folder, signal });
    const bad = cases.flatMap(({ name }, index) =>
      ['crash', 'hang'].includes(outcomes[index]!) ? [`${name}: ${outcomes[index]}`] : [],
    );
    expect(bad).toEqual([]);
    // If nothing had been rendered, all outcomes would look alike and none would seem harmful.
    expect(outcomes.filter((outcome) => outcome === 'rendered').length).toBeGreaterThan(cases.length * 0.95);
  },
);
