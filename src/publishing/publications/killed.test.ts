import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publishKilled } from '../../testing/killed-publishing.ts';

test('killed at any moment, it goes on where it was: nothing is there twice, and nothing is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let step = 0;
  // Spread over the whole time that it may take.
  const random = () => (step = (step + 0.37) % 1);
  const found = await publishKilled(folder, { items: 30, kills: 4, mostMs: 150, random });
  expect(found).toMatchObject({ kills: 4, twice: [], lost: [], stale: [], left: [] });
});
