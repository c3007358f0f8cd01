import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bitmap } from './bitmap.ts';

test('the rows of a bitmap go from the bottom up, blue first, and end at a multiple of four bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-bitmap-'));
  try {
    const drawing = join(folder, 'a.svg');
    const half = (y: number, fill: string) => `<rect y="${y}" width="3" height="1" fill="${fill}"/>`;
    writeFileSync(
      drawing,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2">${half(0, '#ff0000')}${half(1, '#0102ff')}</svg>`,
    );
    const file = await bitmap(drawing, { width: 3, height: 2 });
    expect(file.subarray(0, 2).toString()).toBe('BM');
    expect(file.readUInt32LE(2)).toBe(file.length);
    const rows = file.subarray(file.readUInt32LE(10)).toString('hex');
    expect(rows).toBe(`${'ff0201'.repeat(3)}000000${'0000ff'.repeat(3)}000000`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
