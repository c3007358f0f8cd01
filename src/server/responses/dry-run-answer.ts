import type { Response } from 'express';
import type { ChangeResult } from '../../contract/image-change.ts';
import { JSON_LINES } from '../../contract/json-lines.ts';
import type { DryRunWatch } from '../../changes/writing/dry-run-watch.ts';
import { whileConnected } from './while-connected.ts';

/** Answers with what a dry run finds; to whom accepts lines, with how far it is before that. It ends when the client has gone. */
export async function answerDryRun(
  res: Response,
  dryRun: (watch: DryRunWatch) => Promise<ChangeResult>,
): Promise<void> {
  res.set('Cache-Control', 'no-store');
  const isInLines = res.req.accepts(['application/json', JSON_LINES]) === JSON_LINES;
  const write = (value: object) => {
    if (!res.headersSent) res.type(JSON_LINES);
    res.write(`${JSON.stringify(value)}\n`);
  };
  const result = await whileConnected(res, ({ signal }) => dryRun({ signal, ...(isInLines && { onProgress: write }) }));
  if (result === null) return;
  if (!isInLines) {
    res.json(result);
    return;
  }
  write(result);
  res.end();
}
