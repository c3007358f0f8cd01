import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { visible } from './visible.ts';

export type Log = Logger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The logger. It writes to standard error; standard output is for the output of commands. */
export function createLog(level: LogLevel = 'info', { destination = 2 }: { destination?: number | string } = {}): Log {
  return pino(
    {
      level,
      base: null,
      redact: ['*.client_secret', '*.authorization', '*.cookie'],
      // Before colors are added, which are escape sequences, too: see [Note: Names can act].
      hooks: { streamWrite: (line) => `${JSON.stringify(allVisible(JSON.parse(line)))}\n` },
    },
    pretty({
      destination,
      sync: true,
      ignore: 'pid,hostname',
      // The fields stand behind the sentence, as JSON.
      singleLine: true,
      translateTime: 'SYS:HH:MM:ss',
      colorize: process.stderr.isTTY,
    }),
  );
}

export const silentLog = (): Log => pino({ level: 'silent' });

/** Each log entry is one line, except for stack traces, which are indented. */
function allVisible(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return visible(value, { lines: name === 'stack' });
  if (Array.isArray(value)) return value.map((each) => allVisible(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [visible(key), allVisible(each, key)]));
}
