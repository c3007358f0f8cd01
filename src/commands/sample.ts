import { installSample } from '../library/sample-library.ts';
import { assetsDir } from '../platform/package-files.ts';
import { visible } from '../platform/visible.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

/** `safelight sample`: installs the sample library in the data folder and prints its path. */
export async function sample({ dataDir, json }: SharedOptions): Promise<void> {
  const { library } = await installSample({ assetsDir, dataDir });
  if (json) {
    printJson({ library });
    return;
  }
  print(visible(library));
  remark('This is the sample library. To open it, run safelight serve --library with this path.');
}
