import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromBuffer, type ZipFile } from 'yauzl';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { expect, makePictures, type Safelight, signIn, test, tile } from './safelight.ts';

/**
 * What the plugin does: puts pictures in the export folder, records reasons for the others, and takes the jobs out of
 * the queue.
 */
async function render(safelight: Safelight, pictures: Record<number, string>, failed: Record<number, string>) {
  const queue = join(safelight.dataDir, 'queues', 'export.queue');
  await mkdir(join(safelight.dataDir, 'exports'), { recursive: true });
  for (const [id, file] of Object.entries(pictures))
    await copyFile(file, join(safelight.dataDir, 'exports', `${id}.jpg`));
  const lines = Object.entries(failed).map(([id, reason]) => `${id}\t${reason}\n`);
  if (lines.length > 0) await writeFile(`${queue}.failed`, lines.join(''));
  await rm(queue, { force: true });
}

async function namesIn(zip: Buffer): Promise<string[]> {
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(zip, (error, file) => (error ? reject(error) : resolve(file))),
  );
  const names: string[] = [];
  return new Promise((resolve, reject) => {
    opened.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName));
    opened.on('end', () => resolve(names)).on('error', reject);
  });
}

for (const { name, viewport } of [
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('exports that were asked for together tell how far they are and are saved as one ZIP', async ({
      page,
      folder,
      launch,
    }) => {
      const shots = join(folder, 'Pictures');
      const pictures = await makePictures(shots, 4);
      const { file } = makeLibrary({ folder: join(folder, 'darktable'), images: pictures });
      const safelight = await launch(file);
      await safelight.set({ renderer: 'bridge' });
      await signIn(page, safelight);
      await page.goto(safelight.url);
      const button = page.getByRole('button', { name: /^Exports/ });
      await tile(page, /^harbour-001\.jpg/).focus();
      await expect(button).toHaveCount(0);
      await page.keyboard.press('Control+a');
      await page.getByRole('region', { name: 'Selected pictures' }).getByRole('button', { name: 'Export' }).click();
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      const panel = page.getByRole('dialog', { name: 'Exports', exact: true });
      await expect(panel).toContainText('4 pictures');
      await expect(panel).toContainText('0 of 4 done · 4 waiting');
      await expect(panel.getByRole('link')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Exports: 4 pictures are waiting' })).toHaveCount(1);

      const shot = (id: number) => join(shots, pictures[id - 1]!.filename!);
      await render(safelight, { 1: shot(1), 2: shot(2), 3: shot(3) }, { 4: 'the file is missing' });
      await expect(panel).toContainText('3 of 4 done · 1 failed');
      await expect(panel).toContainText('larch-004.jpg: the file is missing');

      await panel.getByLabel('File names').selectOption('Date and name');
      await expect(panel).toContainText('For example 2024-06-21 IMG_2041.jpg');
      const saved = page.waitForEvent('download');
      await panel.getByRole('link', { name: /^Save 3 as ZIP/ }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(/^safelight-[\d-]+\.zip$/);
      expect(await namesIn(await readFile(await download.path()))).toEqual([
        '2024-05-01 harbour-001.jpg',
        '2024-05-01 larch-002.jpg',
        '2024-05-01 harbour-003.jpg',
      ]);

      // The choice and the list are still there after returning.
      await page.reload();
      await button.click();
      await expect(panel.getByLabel('File names')).toHaveValue('namesDate');
      await panel.getByLabel('File names').selectOption('Pattern…');
      await panel.getByRole('textbox', { name: 'Pattern' }).fill('$(ROLL_NAME)/$(LENS)');
      await expect(panel.getByRole('status')).toContainText('$(LENS) is not a known variable.');
      await expect(panel.getByRole('link')).toHaveCount(0);
      await panel.getByRole('textbox', { name: 'Pattern' }).fill('$(ROLL_NAME)/$(SEQUENCE)');
      await expect(panel).toContainText('For example iceland/0001.jpg');
      await expect(panel.getByRole('link')).toHaveCount(1);
      await panel.getByRole('button', { name: 'Remove from this list' }).click();
      await expect(button).toHaveCount(0);
    });
  });
}
