import { expect, test } from 'vitest';
import { olderWords, type Older } from './older-preview.ts';

const RENDERS = { rendering: { is_rendering: true } };
const NOBODY = { rendering: { is_rendering: false } };
const FAILED = { awaited: { code: 'not-rendered', reason: 'no such module' } } as const;

test.each<[string, Partial<Older>, string]>([
  ['old, and somebody renders: a new one is offered', RENDERS, 'stale +offer'],
  ['the picture file', { ...RENDERS, isFile: true }, 'staleLocal +offer'],
  ['it is not known yet who renders', { rendering: null }, 'stale +offer'],
  ['a new one is made', { ...RENDERS, awaited: true }, 'staleWaiting'],
  ['live, and a new one is made', { ...RENDERS, awaited: true, isLive: true }, 'staleWaiting'],
  ['nobody renders', NOBODY, 'stale +who'],
  ['nobody renders what was asked for', { ...NOBODY, awaited: true }, 'stale +who'],
  ['nobody renders, and it is live', { ...NOBODY, isLive: true, awaited: true }, 'null +who'],
  ['it could not be made', { ...RENDERS, ...FAILED }, 'staleFailed +offer'],
  ['it could not be made, and now nobody renders', { ...NOBODY, ...FAILED }, 'staleFailed +offer'],
])('a preview that is older than its edits: %s', (_what, facts, said) => {
  const { words, who, isOffered } = olderWords({
    isLive: false,
    isFile: false,
    awaited: false,
    rendering: null,
    ...facts,
  });
  expect([String(words), who && '+who', isOffered && '+offer'].filter(Boolean).join(' ')).toBe(said);
});
