import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog, type Log } from './log.ts';

const HOSTILE = 'a\u001b]0;owned\u0007b\u001b[2Jc\u009b31md\re\u202egpj.f\n12:00:00 INFO: forged';
const SPELLED = 'a\\u001b]0;owned\\u0007b\\u001b[2Jc\\u009b31md\\u000de\\u202egpj.f';
const acting = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

function printed(write: (log: Log) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const destination = join(folder, 'log');
  write(createLog('debug', { destination }));
  return readFileSync(destination, 'utf8');
}

test.each<[string, (log: Log) => void]>([
  ['a message', (log) => log.info(HOSTILE)],
  ['a field', (log) => log.warn({ file: HOSTILE }, 'this picture cannot be scaled down')],
  ['the name of a field', (log) => log.warn({ nested: { [HOSTILE]: [HOSTILE] } }, 'odd')],
  ['an error', (log) => log.error({ err: new Error(HOSTILE) }, 'failed')],
  [
    'the cause of an error',
    (log) => log.error({ err: new Error('outside', { cause: new Error(HOSTILE) }) }, `${HOSTILE} failed`),
  ],
])('what is hostile in %s is spelled out, not obeyed', (_title, write) => {
  const text = printed(write);
  expect(text).toContain(SPELLED);
  expect([...text.matchAll(acting)].map(([sign]) => sign).filter((sign) => sign !== '\n')).toEqual([]);
  expect(text.split('\n').filter((line) => line.startsWith('12:00:00 INFO: forged'))).toEqual([]);
});

test('a message with a line break is one line', () => {
  expect(
    printed((log) => log.info(HOSTILE))
      .trim()
      .split('\n'),
  ).toHaveLength(1);
});

test('letters of every script and emoji stay as they are', () => {
  const name = 'Grüße 写真 صورة ☕️ 👩‍🚀.jpg';
  expect(printed((log) => log.info(name))).toContain(name);
});

test('an error is told with the places that it came by, each in its line', () => {
  const lines = printed((log) => log.error({ err: new Error('lost') }, 'failed')).split('\n');
  expect(lines.filter((line) => /^\s+at .*log\.test\.ts/.test(line)).length).toBeGreaterThan(0);
});

test('fields stand behind their sentence, in the same line and with their names', () => {
  const reason = "EACCES: 'b c.xmp'";
  const line = printed((log) => log.warn({ file: '/a/b c.xmp', reason }, 'The sidecar is unreadable.'));
  expect(line).toMatch(
    /^\[[\d:]{8}\] WARN: The sidecar is unreadable\. \{"file":"\/a\/b c\.xmp","reason":"EACCES: 'b c\.xmp'"\}\n$/,
  );
});
