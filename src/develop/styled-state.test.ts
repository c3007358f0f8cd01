import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { developState } from '../library/develop-state.ts';
import { openLibrary } from '../library/library.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { exposureParams, packParams } from '../testing/pictures/params.ts';
import { addStyle } from '../testing/style-fixture.ts';
import { styledState } from './styled-state.ts';

const exposure = { operation: 'exposure', module: 6, params: exposureParams(1) };
const velvia = { operation: 'velvia', module: 2, params: packParams('ff', 44, 1) };

test('a style is put on the steps up to the end of a history, and nothing of it is stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-styled-'));
  const fixture = makeLibrary({ folder, images: [{ id: 1, history: [exposure, velvia] }] });
  addStyle(fixture, { id: 1, name: 'look', items: [{ ...velvia, params: packParams('ff', 77, 1) }] });
  const library = openLibrary({ file: fixture.file, isSample: false, log: silentLog(), events: new Events() });
  onTestFinished(() => {
    library.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const read = async () => (await library.read((reader) => developState(reader, 1)))!;
  const before = await read();
  const operations = ({ history }: Awaited<ReturnType<typeof read>>) => history.map(({ operation }) => operation);
  expect(operations(before)).toEqual(['exposure', 'velvia']);

  // Stepped back to the exposure: the second step is gone, as it is when a style is applied.
  const styled = await styledState(library, { ...before, historyEnd: 1 }, 'look');
  expect([operations(styled), styled.historyEnd]).toEqual([['exposure', 'velvia'], 2]);
  expect(Buffer.from(styled.history[1]!.params!).readFloatLE(0)).toBe(77);
  expect(await read()).toEqual(before);

  await expect(styledState(library, before, 'no such look')).rejects.toMatchObject({ code: 'not_found' });
});
