import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { complaintText } from '../platform/complaints.ts';
import { didYouMean } from '../platform/did-you-mean.ts';
import { blobsOf, blobText, type BlobFormat } from '../darktable/blob-text.ts';
import { defaultParams } from '../darktable/default-params.ts';
import type { Layout, ModuleLayouts } from '../darktable/layout.ts';
import { layoutOf, moduleLayouts } from '../darktable/layouts.ts';
import { decodeParams } from '../darktable/params-decode.ts';
import { patchParams } from '../darktable/params-patch.ts';
import { assetsDir } from '../platform/package-files.ts';
import { CommandError } from './command-error.ts';
import { print } from './print.ts';

/** Which parameters are meant, and the text that holds them; without it standard input is read. */
interface ParamsInput {
  operation: string;
  version: number;
  text: string | undefined;
}

/** `safelight params decode`: prints the parameters as JSON. */
export async function decode({ operation, version, text, from }: ParamsInput & { from?: BlobFormat }): Promise<void> {
  const { layout } = layoutFor(operation, version);
  const blob = blobFor(await given(text), layout, `${operation} ${version}`, from);
  print(JSON.stringify(decodeParams(layout, blob), null, 2));
}

/** `safelight params encode`: prints the blob that results from JSON and another blob, or the module's defaults. */
export async function encode({
  operation,
  version,
  text,
  onto,
  format = 'base64',
}: ParamsInput & { onto?: string; format?: BlobFormat }): Promise<void> {
  const { module, layout } = layoutFor(operation, version);
  const name = `${operation} ${version}`;
  const params = parseJson(await given(text));
  const base = onto === undefined ? defaultsFor(module, layout, params, name) : blobFor(onto, layout, name);
  const { blob, problems } = patchParams(layout, base, params);
  if (problems) {
    const lines = problems.map((one) => `\n  ${complaintText(one)}`);
    throw new CommandError(`these parameters of ${name} cannot be written:${lines.join('')}`);
  }
  print(blobText(blob, format));
}

function layoutFor(operation: string, version: number): { module: ModuleLayouts; layout: Layout } {
  const module = moduleLayouts(operation);
  if (!module) {
    const known = readdirSync(join(assetsDir, 'layouts')).map((file) => file.replace(/\.json$/, ''));
    const hint = didYouMean(operation, known);
    throw new CommandError(
      `no module called ${operation} is known${hint ? `; ${hint}` : '.'} These are: ${known.join(', ')}`,
    );
  }
  const layout = layoutOf(operation, version);
  if (layout) return { module, layout };
  const writers = Map.groupBy(Object.entries(module.current), ([, current]) => current);
  const told = Object.keys(module.versions).map((one) => {
    const releases = writers.get(Number(one))?.map(([release]) => release);
    return releases ? `${one} (darktable ${releases.join(', ')})` : one;
  });
  throw new CommandError(`version ${version} of ${operation} is not known; these are: ${told.join(', ')}`);
}

/** Hex may also be valid base64: the length of the parameters decides. */
function blobFor(text: string, { size }: Layout, name: string, from?: BlobFormat): Uint8Array {
  const blobs = blobsOf(text, from);
  const fitting = blobs.find(({ length }) => length === size);
  if (fitting) return fitting;
  if (blobs.length === 0)
    throw new CommandError(`this is not ${from ?? 'base64, hex or what an XMP file holds (gzNN…)'}: ${short(text)}`);
  const lengths = [...new Set(blobs.map(({ length }) => length))].join(' or ');
  throw new CommandError(`${name} has ${size} bytes; this blob has ${lengths}. Is it another version?`);
}

function defaultsFor(module: ModuleLayouts, layout: Layout, params: Record<string, unknown>, name: string): Uint8Array {
  const { blob, unknown } = defaultParams(module, layout, params);
  if (blob) return blob;
  const why = module.runtimeDefaults
    ? `darktable computes the defaults of ${module.operation} for each picture`
    : `not all defaults of ${name} are known`;
  const fields =
    unknown.length > 8 ? `${unknown.slice(0, 8).join(', ')} and ${unknown.length - 8} more` : unknown.join(', ');
  throw new CommandError(`${why}: give the parameters to change with --onto BLOB (or set all of ${fields})`);
}

function parseJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`this is not JSON: ${short(text)}`, error);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError('the JSON must be an object of named parameters, such as {"exposure":0.5}');
  return value as Record<string, unknown>;
}

const short = (text: string) => (text.trim().length > 60 ? `${text.trim().slice(0, 60)}…` : text.trim() || '(nothing)');

async function given(text: string | undefined): Promise<string> {
  if (text !== undefined) return text;
  if (process.stdin.isTTY) throw new CommandError('give the parameters as an argument or on standard input');
  let read = '';
  for await (const part of process.stdin.setEncoding('utf8')) read += String(part);
  return read;
}
