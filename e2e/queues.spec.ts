import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { own } from './own-library.ts';
import { expect, test } from './safelight.ts';

test.describe('queues', () => {
  test('what waits and what failed shows live; failures are tried again, and the queue is emptied', async ({
    page,
    folder,
    launch,
    allowedComplaints,
  }) => {
    // Image 77 is requested but does not exist.
    allowedComplaints.push(/404 \(Not Found\)/);
    const safelight = await own(page, folder, launch);
    await page.goto(`${safelight.url}/settings/queues`);
    const previews = page.getByRole('region', { name: 'Previews' });
    await expect(previews.getByText('The queue is empty.')).toBeVisible();
    const file = join(safelight.dataDir, 'queues', 'refresh.queue');
    await mkdir(join(safelight.dataDir, 'queues'), { recursive: true });

    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('heading', { name: 'Queues are paused' })).toBeVisible();
    await appendFile(file, '2\n');
    await expect(previews.getByText('1 picture is waiting')).toBeVisible();
    // By its name, and small; its path is only shown on demand.
    const waiting = previews.getByRole('link', { name: 'larch-002.jpg' });
    await expect(waiting.locator('img').last()).toBeVisible();
    await expect(previews.getByText(file)).toBeHidden();
    await previews.getByText('Advanced').click();
    await expect(previews.getByText(file)).toBeVisible();
    await writeFile(`${file}.failed`, '1\tThe raw file is gone\n77\tNo such image\n');
    await expect(previews.getByRole('heading', { name: '2 jobs failed' })).toBeVisible();
    await expect(previews.getByRole('row', { name: /harbour-001\.jpg/ })).toContainText('The raw file is gone');
    await expect(previews.getByText('picture 77, no longer in the library')).toBeVisible();

    await previews.getByRole('button', { name: 'Try again' }).first().click();
    await expect(previews.getByText('3 pictures are waiting')).toBeVisible();
    await expect(previews.getByRole('heading', { name: /jobs? failed/ })).toHaveCount(0);
    expect((await readFile(file, 'utf8')).trim().split('\n').sort()).toEqual(['1', '2', '77']);

    await previews.getByRole('button', { name: 'Empty the queue' }).click();
    await page
      .getByRole('dialog', { name: 'Discard 3 jobs?' })
      .getByRole('button', { name: 'Empty the queue' })
      .click();
    await expect(previews.getByText('The queue is empty.')).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('heading', { name: 'Queues are running' })).toBeVisible();
  });
});
