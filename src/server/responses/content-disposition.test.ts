import { expect, test } from 'vitest';
import { contentDisposition, exportName, previewName } from './content-disposition.ts';

test.each([
  ['IMG_1.CR2', 'IMG_1.jpg'],
  ['IMG_1', 'IMG_1.jpg'],
  ['a.b.c', 'a.b.jpg'],
  ['.hidden', 'export.jpg'],
  ['', 'export.jpg'],
  [`${'x'.repeat(5_000_000)}.CR2`, `${'x'.repeat(200)}.jpg`],
  [`${'x'.repeat(199)}🌋🌋.CR2`, `${'x'.repeat(199)}.jpg`],
])('an export of %j is called %s', (filename, name) => {
  expect(exportName(filename)).toBe(name);
});

test.each([
  ['IMG_1.jpg', 'attachment; filename=IMG_1.jpg'],
  ["it's-2024!.jpg", "attachment; filename=it's-2024!.jpg"],
  ['two words.jpg', 'attachment; filename="two words.jpg"'],
  ['a;b,c=d.jpg', 'attachment; filename="a;b,c=d.jpg"'],
  ['say "hi".jpg', 'attachment; filename="say \\"hi\\".jpg"'],
  ['a\\b/c.jpg', 'attachment; filename=a_b_c.jpg'],
  ['a\r\nSet-Cookie: b.jpg', 'attachment; filename="a__Set-Cookie: b.jpg"'],
  ['\u202egpj.jpg', 'attachment; filename=_gpj.jpg'],
  ['Ísland.jpg', `attachment; filename=_sland.jpg; filename*=UTF-8''%C3%8Dsland.jpg`],
  ["’(*)'.jpg", `attachment; filename="_(*)'.jpg"; filename*=UTF-8''%E2%80%99%28%2A%29%27.jpg`],
  ['100%25 sure#1?.jpg', `attachment; filename="100%25 sure#1?.jpg"; filename*=UTF-8''100%2525%20sure%231%3F.jpg`],
  ['50%ab.jpg', `attachment; filename=50%ab.jpg; filename*=UTF-8''50%25ab.jpg`],
  ['100%.jpg', 'attachment; filename=100%.jpg'],
  ['🌋.jpg', `attachment; filename=_.jpg; filename*=UTF-8''%F0%9F%8C%8B.jpg`],
  ['\ud800.jpg', `attachment; filename=_.jpg; filename*=UTF-8''%EF%BF%BD.jpg`],
])('%j is offered as %s', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header);
});

test('a preview is saved under the name of its picture', () => {
  expect(contentDisposition('inline', previewName('IMG_1.CR2', 'image/jpeg'))).toBe('inline; filename=IMG_1.jpg');
  expect(contentDisposition('inline', previewName('two words.png', 'image/png'))).toBe(
    'inline; filename="two words.png"',
  );
  expect(previewName('.hidden', 'image/jpeg')).toBe('preview.jpg');
});
