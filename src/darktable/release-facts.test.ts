import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { workflowIn } from './darktablerc.ts';
import { firstOrderOf, learnWorkflow, shippedFacts } from './release-facts.ts';

afterAll(() => learnWorkflow(''));

/** Measured in each: 5.x does not know the name that 4.2 has for the workflow. */
test.each([
  ['', { '4.2.1': [2, 2], '5.0.1': [4, 5], '5.4.1': [4, 5] }],
  ['scene-referred (filmic)', { '4.2.1': [2, 2], '5.0.1': [4, 5], '5.4.1': [4, 5] }],
  ['display-referred', { '4.2.1': [1, 1], '5.0.1': [4, 5], '5.4.1': [4, 5] }],
  ['display-referred (legacy)', { '4.2.1': [2, 2], '5.0.1': [1, 1], '5.4.1': [1, 1] }],
])(
  'with the workflow "%s", a picture that was never developed gets the order that darktable gives it',
  async (name, versions) => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-workflow-'));
    writeFileSync(join(folder, 'darktablerc'), `a=b\nplugins/darkroom/workflow=${name}\nc=d\n`);
    learnWorkflow(await workflowIn(folder));
    rmSync(folder, { recursive: true });
    const found = shippedFacts().map((facts) => [
      facts.release,
      [true, false].map((isRaw) => firstOrderOf(facts, isRaw)),
    ]);
    expect(Object.fromEntries(found)).toEqual(versions);
  },
);
