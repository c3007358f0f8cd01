import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { blobText } from '../darktable/blob-text.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { exposureParams, packParams } from '../testing/pictures/params.ts';
import { main } from '../testing/main-program.ts';

async function params(args: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [main, 'params', ...args], { env: { HOME: '/nowhere', ...compileCache } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

const velvia = packParams('ff', 25, 1);
const exposed = exposureParams(0.5, 0.01);

describe('decode', () => {
  test.each(['base64', 'hex', 'xmp'] as const)('reads %s from an argument', async (format) => {
    const { code, out } = await params(['decode', 'exposure', '6', blobText(exposed, format)]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      mode: 'EXPOSURE_MODE_MANUAL',
      black: 0.01,
      exposure: 0.5,
      deflicker_percentile: 50,
      deflicker_target_level: -4,
      compensate_exposure_bias: false,
    });
  });

  test('reads a compressed form and upper-case hex from standard input', async () => {
    const curve = packParams('f'.repeat(520 / 4), ...Array.from({ length: 130 }, () => 0));
    const xmp = await params(['decode', 'colorout', '5'], `${blobText(curve, 'xmp')}\n`);
    expect(xmp).toMatchObject({ code: 0, err: '' });
    const hex = await params(['decode', 'velvia', '2'], velvia.toString('hex').toUpperCase());
    expect(JSON.parse(hex.out)).toEqual({ strength: 25, bias: 1 });
  });

  test.each([
    [['decode', 'velvja', '2', 'AA=='], 1, /no module called velvja.*did you mean velvia\?/],
    [['decode', 'velvia', '9', 'AA=='], 1, /version 9 of velvia is not known; these are: .*2 \(darktable .*4\.2\.1/],
    [['decode', 'velvia', '2', 'ABCZ'], 1, /velvia 2 has 8 bytes; this blob has 3\./],
    [['decode', 'velvia', '2', '!'], 1, /this is not base64, hex or what an XMP file holds.*: !/],
    [['decode', 'velvia', '2', '--from', 'hex', 'zz'], 1, /this is not hex: zz/],
    [['decode', 'velvia', '2'], 1, /this blob has 0\./],
    [['decode', 'velvia', 'two', 'AA=='], 2, /whole number/],
    [['decode', 'velvia'], 2, /version/],
    [['decode', 'velvia', '2', 'AA==', '--from', 'octal'], 2, /base64, hex, xmp/],
    [['decide'], 2, /decode/],
  ])('%j ends with %i and says why', async (args, code, message) => {
    const ended = await params(args);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toMatch(message);
  });
});

describe('encode', () => {
  test('changes what JSON names in another blob, in every format', async () => {
    const onto = ['--onto', blobText(exposed, 'hex')];
    const json = '{"exposure":1.5,"mode":"EXPOSURE_MODE_DEFLICKER"}';
    const wanted = packParams('iffffi', 1, 0.01, 1.5, 50, -4, 0);
    expect((await params(['encode', 'exposure', '6', json, ...onto])).out).toBe(`${wanted.toString('base64')}\n`);
    for (const format of ['hex', 'xmp'] as const) {
      const { out } = await params(['encode', 'exposure', '6', '--format', format, ...onto], json);
      expect(out).toBe(`${blobText(wanted, format)}\n`);
    }
  });

  test('is the way back from decode', async () => {
    const { out: json } = await params(['decode', 'velvia', '2', velvia.toString('hex')]);
    const { out } = await params(['encode', 'velvia', '2', '--format', 'hex', '--onto', '0'.repeat(16)], json);
    expect(out).toBe(`${velvia.toString('hex')}\n`);
  });

  test('begins with the defaults of a module that has some', async () => {
    expect((await params(['encode', 'velvia', '2', '{"strength":50}', '--format', 'hex'])).out).toBe(
      `${packParams('ff', 50, 1).toString('hex')}\n`,
    );
    expect((await params(['encode', 'sharpen', '1', '{}', '--format', 'hex'])).out).toBe(
      `${packParams('fff', 2, 0.5, 0.5).toString('hex')}\n`,
    );
  });

  test('does not invent the defaults of one that works them out, but takes all of them', async () => {
    const refused = await params(['encode', 'exposure', '6', '{"exposure":1}']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/computes the defaults of exposure for each picture.*--onto BLOB.*mode, black/);
    const all = await params(['decode', 'exposure', '6', blobText(exposed, 'hex')]);
    expect((await params(['encode', 'exposure', '6', '--format', 'hex'], all.out)).out).toBe(
      `${exposed.toString('hex')}\n`,
    );
    expect((await params(['encode', 'lut3d', '3', '{}'])).err).toMatch(
      /not all defaults of lut3d 3 are known|computes the defaults/,
    );
  });

  test.each([
    [
      ['encode', 'velvia', '2', '{"strength":500,"colour":1}'],
      1,
      /velvia 2 cannot be written:\n {2}strength: .*0 to 100\n {2}colour: no such field/,
    ],
    [['encode', 'velvia', '2', '{"strength":'], 1, /this is not JSON/],
    [['encode', 'velvia', '2', '[]'], 1, /object of named parameters/],
    [['encode', 'velvia', '2'], 1, /this is not JSON: \(nothing\)/],
    [['encode', 'velvia', '2', '{}', '--onto', 'ABCZ'], 1, /has 8 bytes; this blob has 3\./],
    [['encode', 'velvia', '2', '{}', '--format', 'octal'], 2, /base64, hex, xmp/],
  ])('%j ends with %i and says why', async (args, code, message) => {
    const ended = await params(args);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.err).toMatch(message);
  });
});

test('the help shows how', async () => {
  expect((await params(['--help'])).out).toMatch(/decode[^]*encode/);
  const { out } = await params(['encode', '--help']);
  for (const word of ['--onto', '--format', 'Example']) expect(out).toContain(word);
});

test('the example of the help works', async () => {
  const { out } = await params([
    'encode',
    'velvia',
    '2',
    '{"strength":50}',
    '--onto',
    '0000c8410000803f',
    '--format',
    'xmp',
  ]);
  expect(out).toBe(`${packParams('ff', 50, 1).toString('hex')}\n`);
});
