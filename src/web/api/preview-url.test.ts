import { expect, test } from 'vitest';
import { PREVIEW_LEVELS } from '../../contract/preview.ts';
import { previewUrl, type PreviewSize, sizeFor } from './preview-url.ts';

test.each<[number, number, PreviewSize]>([
  [300, 200, 'small'],
  [140, 210, 'small'],
  [660, 220, 'medium'],
  [600, 400, 'medium'],
  [1064, 709, 'large'],
  [1200, 1200, 'xlarge'],
  [3000, 2000, '5'],
])('a box of %d × %d device pixels gets %s', (width, height, size) => {
  expect(sizeFor(width, height)).toBe(size);
});

test('what is chosen always covers four fifths of the box, up to the largest there is', () => {
  for (const ratio of [0.4, 0.667, 1, 1.5, 3]) {
    for (let height = 50; height < 1200; height += 37) {
      const size = sizeFor(height * ratio, height);
      const level = PREVIEW_LEVELS.find(({ name }) => name === size)!;
      if (size !== '5') expect(Math.min(level.width / ratio, level.height)).toBeGreaterThanOrEqual(0.8 * height - 1e-9);
    }
  }
});

test('another version is another address, and so is the picture without edits', () => {
  const image = { id: 7, preview_version: 'a1' };
  expect(previewUrl(image, 'small')).toBe('/api/v1/images/7/preview?size=small&fit=1&v=a1');
  expect(previewUrl({ ...image, preview_version: 'a2' }, 'small')).toContain('v=a2');
  expect(previewUrl(image, '5', { original: true })).toBe('/api/v1/images/7/preview?size=5&fit=1&original=1&v=a1');
});
