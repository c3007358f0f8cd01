import { expect, test } from 'vitest';
import { TakeoverMapping } from '../../contract/proof-takeover.ts';
import { BECOMES, FIRST_MAPPING, mapped, STARS_BECOME, valueOf } from './takeover-mapping.ts';

test('every choice of a field is a mapping that the service takes, and reads back as itself', () => {
  for (const value of BECOMES) {
    const mapping = mapped(FIRST_MAPPING, 'favorite', value);
    expect(TakeoverMapping.parse(mapping)).toEqual(mapping);
    expect(valueOf(mapping.favorite)).toBe(value);
  }
  for (const value of STARS_BECOME) {
    const mapping = mapped(FIRST_MAPPING, 'stars', value);
    expect(TakeoverMapping.parse(mapping)).toEqual(mapping);
    expect(valueOf(mapping.stars)).toBe(value);
  }
});

test('the page begins with what the service does when nothing is said', () => {
  expect(FIRST_MAPPING).toEqual(TakeoverMapping.parse({}));
});
