import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../..', 'src', 'web');

/** What an icon stands for, and the parts that show it. */
const MEANINGS: Record<string, readonly [meaning: string, ...files: string[]]> = {
  Clock: ['nobody makes a picture now', 'gallery/older-mark.tsx', 'rendering/nobody-renders.tsx', 'ui/preview.tsx'],
  Hourglass: [
    'a change waits for darktable',
    'history/postponed/postponed-button.tsx',
    'history/postponed/postponed-dialog.tsx',
    'ui/marks.tsx',
  ],
  LoaderCircle: ['is being saved', 'culling/status-slot.tsx', 'organising/waiting/status-slot.tsx'],
  PackageOpen: ['exports', 'exports/exports-button.tsx', 'gallery/phone-bar.tsx'],
  CircleArrowUp: ['updates', 'settings/settings.tsx'],
  SquareSplitHorizontal: [
    'before and after',
    'detail/develop/develop-tools.tsx',
    'detail/develop/history/history-list.tsx',
    'detail/picture-tools.tsx',
  ],
  Columns2: ['pictures side by side', 'culling/culling-bar.tsx', 'detail/versions.tsx', 'gallery/selection-bar.tsx'],
};

test.each(Object.entries(MEANINGS))('%s means: %s', (icon, [, ...parts]) => {
  const imported = new RegExp(`import \\{[^}]*\\b${icon}\\b[^}]*\\} from 'lucide-react'`);
  const files = globSync('**/*.tsx', { cwd: web }).filter((file) =>
    imported.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(files.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual(parts.toSorted());
});
