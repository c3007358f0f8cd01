import type { Page } from '@playwright/test';
import type { ImageHistory } from '../src/contract/history.ts';
import type { ImageRecord } from '../src/contract/image-record.ts';
import type { Safelight } from './safelight.ts';

/** The messages in the corner. */
export const told = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** What the library holds, as the service reads it. */
export async function record(page: Page, { url }: Pick<Safelight, 'url'>, id: number): Promise<ImageRecord> {
  return (await (await page.request.get(`${url}/api/v1/images/${id}`)).json()) as ImageRecord;
}

/** Its stars and labels. */
export async function stored(page: Page, safelight: Pick<Safelight, 'url'>, id: number) {
  const { rating, color_labels } = await record(page, safelight, id);
  return { rating, color_labels };
}

/** Somebody else changes a picture. */
export async function changeElsewhere(page: Page, { url }: Pick<Safelight, 'url'>, id: number, change: object) {
  const answer = await page.request.patch(`${url}/api/v1/images/${id}`, { data: change, headers: { origin: url } });
  if (!answer.ok()) throw new Error(await answer.text());
}

export async function historyOf(page: Page, { url }: Safelight, id: number): Promise<ImageHistory> {
  return (await (await page.request.get(`${url}/api/v1/images/${id}/history`)).json()) as ImageHistory;
}

/** The modules of the steps of an image. */
export const operationsOf = async (page: Page, safelight: Safelight, id: number): Promise<string[]> =>
  (await historyOf(page, safelight, id)).steps.map(({ operation }) => operation);
