import { onTestFinished } from 'vitest';
import { startDarktableProcess } from './darktable-process.ts';

/** The same for one test: removed when it is over. */
export async function standInDarktable(folder: string, library: string): Promise<{ end(): Promise<void> }> {
  const darktable = await startDarktableProcess(folder, library);
  onTestFinished(() => darktable.end());
  return darktable;
}
