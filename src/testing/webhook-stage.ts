import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { NewWebhook, WEBHOOK_TYPES } from '../contract/webhooks.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { openWebhooks, type Webhooks, type WebhooksOptions } from '../webhooks/webhooks.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-webhooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A clock that stands still until it is set, and pauses of no length by chance alone. */
export function webhookStage(more: Partial<WebhooksOptions> = {}, file = join(temporaryFolder(), 'webhooks.db')) {
  const events = new Events();
  const clock = { now: Date.now() };
  const open = () => openWebhooks({ file, version: '1.2.3', events, log: silentLog(), now: () => clock.now, ...more });
  const it = {
    events,
    clock,
    file,
    webhooks: open(),
    async reopen() {
      await it.webhooks.close();
      it.webhooks = open();
    },
    add: (url: string, change: Partial<NewWebhook> = {}) =>
      it.webhooks.add(NewWebhook.parse({ name: url, url, types: WEBHOOK_TYPES, ...change })),
    /** An album, as its id shows the order. */
    say: (...ids: number[]) => ids.forEach((id) => events.emit('albums.changed', { id })),
  };
  onTestFinished(() => it.webhooks.close());
  return it;
}

export const failing = (webhooks: Webhooks, id: number, problem: RegExp) =>
  vi.waitFor(() =>
    expect(webhooks.find(id)).toMatchObject({ state: 'failing', problem: expect.stringMatching(problem) as unknown }),
  );
