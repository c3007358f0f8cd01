import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The one logger. Lines for people go to standard error, so that standard output stays for what a command prints. */
export function createLog(level: LogLevel = 'info'): Log {
  return pino(
    { level, base: null, redact: ['*.client_secret', '*.authorization', '*.cookie'] },
    pretty({
      destination: 2,
      sync: true,
      ignore: 'pid,hostname',
      translateTime: 'SYS:HH:MM:ss',
      colorize: process.stderr.isTTY,
    }),
  );
}

export const silentLog = (): Log => pino({ level: 'silent' });
