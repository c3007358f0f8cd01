import { expect, test } from 'vitest';
import { installList, removeList } from './file-lists.ts';

const files = ['a.js', 'dist/web/page.css', 'dist/web/page.js', 'node.exe'];

test('an installer brings files folder by folder, in one order', () => {
  expect(installList('/made/program', files).split('\n')).toEqual([
    'SetOutPath "$INSTDIR"',
    'File "/made/program/a.js"',
    'SetOutPath "$INSTDIR\\dist\\web"',
    'File "/made/program/dist/web/page.css"',
    'File "/made/program/dist/web/page.js"',
    'SetOutPath "$INSTDIR"',
    'File "/made/program/node.exe"',
    '',
  ]);
});

test('its uninstaller removes just these files, and folders only when nothing else is in them', () => {
  expect(removeList(files).split('\n')).toEqual([
    'Delete "$INSTDIR\\a.js"',
    'Delete "$INSTDIR\\dist\\web\\page.css"',
    'Delete "$INSTDIR\\dist\\web\\page.js"',
    'Delete "$INSTDIR\\node.exe"',
    'RMDir "$INSTDIR\\dist\\web"',
    'RMDir "$INSTDIR\\dist"',
    '',
  ]);
});

test('a name that NSIS would take for something else is refused', () => {
  expect(() => installList('/made', ['$TEMP.js'])).toThrow('A name that NSIS would misread: /made/$TEMP.js');
});
