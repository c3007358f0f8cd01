import { afterEach, describe, expect, test, vi } from 'vitest';
import { pointInTime } from './iso-dates.ts';

afterEach(() => vi.unstubAllEnvs());

describe.each(['UTC', 'Europe/Berlin', 'America/St_Johns'])('a point in time, asked of a computer in %s', (zone) => {
  test.each([
    ['2024-05-01T16:30:00Z', '2024-05-01T16:30:00.000Z'],
    ['2024-05-01T18:30:00+02:00', '2024-05-01T16:30:00.000Z'],
    ['2024-05-01T18:30:00 02:00', '2024-05-01T16:30:00.000Z'],
    ['2024-05-01 13:00-0330', '2024-05-01T16:30:00.000Z'],
    ['2024-05-01T11:30:00.250-05', '2024-05-01T16:30:00.250Z'],
    ['2024-12-31T23:59:59.999999z', '2024-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, expected) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(pointInTime(text)!).toISOString()).toBe(expected);
  });

  test.each([
    '',
    'now',
    '1714564800',
    '2024',
    '2024-05',
    '2024-02-30',
    '2024-02-30T10:00Z',
    '2024-05-01Z',
    '2024-05-01+02:00',
    '2024-05-01T10',
    '2024-05-01T10Z',
    '2024-05-01T24:00Z',
    '2024-05-01T10:60Z',
    '2024-05-01T10:00:60Z',
    '2024-05-01T10:00+24:00',
    '2024-05-01T10:00+02:60',
    '2024-05-01T10:00+2',
    '2024-05-01T10:00Z+02:00',
    '2024-05-01T10:00 Z',
    '2024-05-01T10:00 CET',
    '2024-05-01T10:00:Z',
    '2024-05-01T10:00.5Z',
    '0024-05-01T10:00Z',
  ])('%j is none', (text) => {
    vi.stubEnv('TZ', zone);
    expect(pointInTime(text)).toBeNull();
  });
});

test.each([
  ['2024-05-01', '2024-04-30T22:00:00.000Z'],
  ['2024-05-01T18:30', '2024-05-01T16:30:00.000Z'],
  ['2024-01-01T18:30:15.250', '2024-01-01T17:30:15.250Z'],
  // Comes twice: the first time is still summer.
  ['2024-10-27T02:30:00', '2024-10-27T00:30:00.000Z'],
  // Does not come: the clock goes from 2 to 3.
  ['2024-03-31T02:30:00', '2024-03-31T01:30:00.000Z'],
])('%s without a zone is local time: in Berlin %s', (text, expected) => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(new Date(pointInTime(text)!).toISOString()).toBe(expected);
});
