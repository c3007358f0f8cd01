import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOB_FORMATS, blobsOf, blobText } from './blob-text.ts';

test.each(BLOB_FORMATS)('what is written as %s can be read again, also when nobody says what it is', (format) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (blob) => {
      const text = blobText(blob, format);
      const same = (found: Uint8Array) => Buffer.from(found).equals(blob);
      expect(blobsOf(text, format).filter(same)).toHaveLength(1);
      expect(blobsOf(text).some(same)).toBe(true);
      expect(blobsOf(text.replace(/(.{20})/g, '$1\n')).some(same)).toBe(true);
    }),
  );
});

test("XMP's form is hex up to 100 bytes, and compressed beyond", () => {
  expect(blobText(new Uint8Array(100), 'xmp')).toBe('00'.repeat(100));
  expect(blobText(new Uint8Array(1000).fill(1), 'xmp')).toMatch(/^gz\d\d[A-Za-z0-9+/]+=*$/);
  expect(blobText(Buffer.from([0xab]), 'hex')).toBe('ab');
});

test.each([
  ['blending', 420, 'gz14eJxjYIAACQYYOOHEgAZY0QVwggZ7CB6pfNoAAE8gGQg='],
  ['colorin 7', 1044, 'gz48eJxjZBgFowABWAbaAaNgwAEAEDgABg=='],
])('what darktable 4.2.1 wrote into a sidecar as %s is read, and written the same', (_what, bytes, text) => {
  const [blob] = blobsOf(text);
  expect(blob).toHaveLength(bytes);
  expect(blobText(blob!, 'xmp')).toBe(text);
});

test.each(['gz', 'gz12', 'gz12!!!!', 'gz12AAAA', 'xyz!', 'abc='])('%s is nothing', (text) => {
  expect(blobsOf(text, 'xmp')).toEqual([]);
});

test('a text that would fill the memory is refused', () => {
  const bomb = blobText(new Uint8Array(2 * 1024 * 1024), 'xmp');
  expect(blobsOf(bomb)).toEqual([]);
});
