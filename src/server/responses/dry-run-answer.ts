import type { Response } from 'express';
import type { ChangeResult } from '../../contract/image-change.ts';
import { JSON_LINES } from '../../contract/json-lines.ts';
import type { DryRunWatch } from '../../changes/writing/dry-run-watch.ts';
import { whileConnected } from './while-connected.ts';

/**
 * What a dry run finds. To whom accepts lines it is sent here, after how far it was before that; then this gives null, as when the client has gone, which
 * ends it.
 */
export async function answerDryRun<Result extends ChangeResult>(
  res: Response,
  dryRun: (watch: DryRunWatch) => Promise<Result>,
): Promise<Result | null> {
  const isInLines = res.req.accepts(['application/json', JSON_LINES]) === JSON_LINES;
  const write = (value: object) => {
    if (!res.headersSent) res.set('Cache-Control', 'no-store').type(JSON_LINES);
    res.write(`${JSON.stringify(value)}\n`);
  };
  const result = await whileConnected(res, ({ signal }) => dryRun({ signal, ...(isInLines && { onProgress: write }) }));
  if (!isInLines || result === null) return result;
  write(result);
  res.end();
  return null;
}
