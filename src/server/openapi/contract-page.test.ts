/** Compares docs/contract.md with the program: its tables name what exists, and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../contract/errors.ts';
import { ImageQuery } from '../../contract/image-query.ts';
import { ImageRecord } from '../../contract/image-record.ts';
import { LIVE_EVENTS } from '../../contract/live-events.ts';
import { ModuleEntry } from '../../contract/modules.ts';
import { PreviewQuery } from '../../contract/preview.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';
import { routes } from '../http-app.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/contract.md'), 'utf8');

/** The cells of the tables below a heading, up to the next heading, without header rows. */
function rowsBelow(heading: string): string[][] {
  const [, below = ''] = page.split(`\n${heading}\n`);
  const section = below.split(/\n#+ /)[0]!;
  return section
    .split('\n')
    .filter((line, at, lines) => /^\| [^-]/.test(line) && !lines[at + 1]?.startsWith('|---'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
}

/** The names in the first cells: several may share a row. */
const namesBelow = (heading: string) =>
  rowsBelow(heading).flatMap(([names = '']) => Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => name!));

test('its endpoints are those of the API document, with their scopes', () => {
  expect(
    rowsBelow('## Endpoints')
      .map(([method, path, scope]) => `${method} ${path} ${scope}`)
      .sort(),
  ).toEqual(
    routes.map(({ method, path, scope }) => `${method.toUpperCase()} \`${path}\` ${[scope].flat().join(', ')}`).sort(),
  );
});

test('its errors are all there are, each with its status', () => {
  const told = rowsBelow('## Errors').map(([status, code]) => [code!.replaceAll('`', ''), Number(status)]);
  const there = (Object.keys(ERROR_CODES) as ErrorCode[]).map((code) => [code, ERROR_STATUS[code]]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(there));
});

test('its fields, parameters, scopes and events are those of the schemas', () => {
  expect(namesBelow('### Image')).toEqual(Object.keys(ImageRecord.shape));
  expect(namesBelow('### Module history entry').sort()).toEqual(Object.keys(ModuleEntry.shape).sort());
  expect(namesBelow('### GET /api/v1/images').sort()).toEqual(Object.keys(ImageQuery.shape).sort());
  expect(namesBelow('### GET /api/v1/images/:id/preview')).toEqual(Object.keys(PreviewQuery.shape));
  expect(rowsBelow('## Authentication').map(([scope]) => scope)).toEqual(
    Object.keys(SCOPES).map((name) => `\`${name}\``),
  );
  expect(rowsBelow('## Events *(Safelight)*').map(([name]) => name)).toEqual(
    Object.keys(LIVE_EVENTS).map((name) => `\`${name}\``),
  );
});
