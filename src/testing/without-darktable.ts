import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './start-app.ts';

/** Chooses a darktable that renders nothing, whatever is installed here. */
export async function withoutDarktable({ app, folder }: Pick<TestApp, 'app' | 'folder'>): Promise<void> {
  const darktable = join(folder, 'darktable-without-cli');
  writeFileSync(darktable, '#!/bin/sh\necho darktable 4.2.1\n');
  chmodSync(darktable, 0o755);
  await app.settings.update({ darktable });
}
