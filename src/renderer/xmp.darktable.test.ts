import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ExifTool } from 'exiftool-vendored';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderWithTwoExposures } from '../testing/module-order.ts';
import { Events } from '../platform/events.ts';
import { developState, type DevelopState } from '../library/develop-state.ts';
import { exportFacts } from '../library/export-facts.ts';
import { openLibrary, type Library } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { testedCli, testedDarktable } from '../testing/bridge-stage.ts';
import { blend, circle, developed, maskManager, step } from '../testing/develop-steps.ts';
import { afterImport, photoShoot, writePhotoShoot } from '../testing/photo-shoot.ts';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { exposureParams, packParams } from '../testing/pictures/params.ts';
import { sidecarPath } from '../testing/pictures/xmp-sidecar.ts';
import { luaString, makeRealLibrary } from '../testing/real-darktable.ts';
import { jpegOutput, renderPicture } from './darktable-cli.ts';
import { developXmp } from './xmp.ts';

const edited = (state: Partial<DevelopState>): string => developXmp(developed(state));

/** More pictures than those of the photo shoot, each with something in its development that is easy to lose. */
const more: { name: string; sidecar: string }[] = [
  {
    name: 'two-instances.jpg',
    sidecar: edited({
      order: { version: 0, list: orderWithTwoExposures },
      history: [
        step(0, { params: exposureParams(0.5) }),
        step(1, { params: exposureParams(0.7), priority: 1, name: 'bright & "wide" <1>' }),
      ],
    }),
  },
  {
    name: 'disabled.jpg',
    sidecar: edited({
      history: [
        step(0, { params: exposureParams(2), enabled: false }),
        step(1, { operation: 'velvia', module: 2, params: packParams('ff', 60, 1) }),
      ],
    }),
  },
  {
    name: 'undone.jpg',
    sidecar: edited({
      historyEnd: 1,
      history: [step(0, { params: exposureParams(-1) }), step(1, { params: exposureParams(2) })],
    }),
  },
  {
    name: 'mask.jpg',
    sidecar: edited({
      history: [maskManager(0), step(1, { params: exposureParams(2), blendParams: blend(1001) })],
      masks: circle(0.3, 0.3),
    }),
  },
  { name: 'without-mask.jpg', sidecar: edited({ history: [step(0, { params: exposureParams(2) })] }) },
  { name: 'untouched.jpg', sidecar: '' },
];

const names = [...photoShoot.map(({ name }) => name), ...more.map(({ name }) => name)];

describe('what darktable-cli renders from our sidecar is what darktable renders from its library', () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-xmp-'));
  const exiftool = new ExifTool({ maxProcs: 1 });
  const reference = (id: number) => join(folder, `reference-${id}.jpg`);
  let library: Library | undefined;

  beforeAll(async () => {
    const pictures = await writePhotoShoot(join(folder, 'pictures'));
    for (const [at, { name, sidecar }] of more.entries()) {
      const file = join(folder, 'pictures', name);
      await writeFile(file, await jpeg(colourQuarters(), { takenAt: `2022-01-0${at + 1}T10:00:00` }));
      if (sidecar !== '') await writeFile(sidecarPath(file), sidecar);
      pictures.push(file);
    }
    const made = await makeRealLibrary({
      folder: join(folder, 'darktable'),
      pictures,
      ...testedDarktable,
      lua: `${afterImport}
        for id = 1, ${pictures.length + 1} do
          local format = darktable.new_format("jpeg")
          format.quality = 95
          format:write_image(darktable.database.get_image(id), ${luaString(join(folder, 'reference-'))} .. id .. ".jpg", false)
        end`,
    });
    changeFacts(made);
    library = openLibrary({ file: made.library, isSample: false, log: silentLog(), events: new Events() });
  });
  afterAll(async () => {
    await exiftool.end();
    library?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function render(id: number, { isDescribed = false } = {}): Promise<{ file: string; state: DevelopState }> {
    const state = (await library!.read((reader) => developState(reader, id)))!;
    const facts = isDescribed ? await library!.read((reader) => exportFacts(reader, id)) : null;
    return { file: await renderXmp(state.path, developXmp(state, facts), isDescribed), state };
  }

  const renderXmp = (picture: string, xmp: string, isDescribed = false) =>
    renderPicture({
      cli: testedCli,
      workDir: join(folder, 'work'),
      picture,
      xmp,
      isDescribed,
      box: null,
      output: jpegOutput(95),
      isFine: true,
      priority: constants.priority.PRIORITY_BELOW_NORMAL,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });

  test.each([...names, 'the duplicate of the first'].map((name, at) => [name, at + 1]))('%s', async (_name, id) => {
    const { file } = await render(id);
    expect(await difference(file, reference(id))).toBeLessThan(0.5);
  });

  test('and these pictures differ from each other where their developments do', async () => {
    const masked = reference(id('mask.jpg'));
    expect(await difference(masked, reference(id('without-mask.jpg')))).toBeGreaterThan(5);
    expect(await difference(masked, reference(id('untouched.jpg')))).toBeGreaterThan(5);
    expect(await difference(reference(id('undone.jpg')), reference(id('untouched.jpg')))).toBeGreaterThan(5);
    expect(await difference(reference(id('two-instances.jpg')), reference(id('untouched.jpg')))).toBeGreaterThan(5);
  });

  test('it is sRGB and whole, whatever the user exported last, and whatever profile the development names', async () => {
    await mkdir(join(folder, 'work', 'config'), { recursive: true });
    const dialog = 'plugins/lighttable/export';
    const last = [`${dialog}/icctype=4`, `${dialog}/resizing=scaling`, `${dialog}/resizing_factor=0.1`];
    await writeFile(join(folder, 'work', 'config', 'darktablerc'), last.join('\n'));
    const { file } = await render(id('untouched.jpg'));
    expect(await difference(file, reference(id('untouched.jpg')))).toBeLessThan(0.5);
    const adobeRgb = Buffer.alloc(520);
    adobeRgb.writeInt32LE(2);
    const sidecar = edited({ history: [step(0, { operation: 'colorout', module: 5, params: adobeRgb })] });
    const { icc } = await sharp(await renderXmp(join(folder, 'pictures', 'untouched.jpg'), sidecar)).metadata();
    expect(icc!.includes('sRGB')).toBe(true);
  });

  describe('as an export', () => {
    const told = async (name: string) => {
      const { file } = await render(id(name), { isDescribed: true });
      expect(await difference(file, reference(id(name)))).toBeLessThan(0.5);
      return exiftool.read(file);
    };

    test('it tells the place and the stars that only the library knows', async () => {
      const tags = await told('ice-002.jpg');
      expect(tags.GPSLatitude).toBeCloseTo(-34, 6);
      expect(tags.GPSLongitude).toBeCloseTo(151.2153, 6);
      expect(tags.GPSAltitude).toBeCloseTo(-2.5, 3);
      expect(tags).toMatchObject({ Rating: 4, Title: 'Black & <white>' });
    });

    test('it does not tell the place that was taken away in darktable, nor a private tag', async () => {
      const place = await told('portrait é.jpg');
      expect([place.GPSLatitude, place.GPSLongitude]).toEqual([undefined, undefined]);
      const tags = await told('ice-001.jpg');
      expect(tags.GPSLatitude).toBeCloseTo(64.1466, 4);
      expect(tags).toMatchObject({
        Artist: 'Anna Example',
        Copyright: '© Anna Example',
        Subject: ['iceland', 'places'],
      });
    });
  });

  test('the active steps are all there, and those that were undone are not', async () => {
    const { state } = await render(id('undone.jpg'));
    const last = state.history.at(-1)!;
    expect([last.operation, Buffer.from(last.params!).readFloatLE(8)]).toEqual(['exposure', -1]);
    expect(state.historyEnd).toBe(state.history.length);
  });

  test('text where numbers belong breaks nothing: the picture is still rendered as darktable renders it', async () => {
    const text = `1"/><rdf:li darktable:operation="exposure" x='&amp;`;
    const edit = new DatabaseSync(library!.state().file);
    const number = id('undone.jpg');
    edit.prepare('UPDATE images SET raw_parameters = ? WHERE id = ?').run(text, number);
    edit.prepare('UPDATE module_order SET version = ? WHERE imgid = ?').run(text, number);
    edit.prepare('UPDATE history SET multi_name = ?, blendop_version = ? WHERE imgid = ?').run(text, text, number);
    edit.close();
    const { file, state } = await render(number, { isDescribed: true });
    expect([state.rawParameters, state.order?.version]).toEqual([text, text]);
    expect(developXmp(state).match(/<rdf:li/g)).toHaveLength(state.history.length);
    expect(await difference(file, reference(number))).toBeLessThan(0.5);
  });
});

const id = (name: string) => names.findIndex((one) => one.endsWith(name)) + 1;

/**
 * What the photographer entered only in darktable: a location, a title, stars; and that a location and a tag are
 * private.
 */
function changeFacts({ library, data }: { library: string; data: string }): void {
  const database = new DatabaseSync(library);
  const set = (name: string, values: string) =>
    database.prepare(`UPDATE images SET ${values} WHERE id = ?`).run(id(name));
  set('ice-002.jpg', 'latitude = -33.99999999, longitude = 151.2153, altitude = -2.5, flags = (flags & ~15) | 4');
  database.prepare("INSERT INTO meta_data (id, key, value) VALUES (?, 2, 'Black & <white>')").run(id('ice-002.jpg'));
  set('portrait é.jpg', 'latitude = NULL, longitude = NULL');
  database.close();
  const tags = new DatabaseSync(data);
  expect(tags.prepare("UPDATE tags SET flags = 2 WHERE name = 'sea'").run().changes).toBe(1);
  tags.close();
}

/** Mean difference of two pictures' values, of 255. */
async function difference(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  expect([a!.info.width, a!.info.height]).toEqual([b!.info.width, b!.info.height]);
  let sum = 0;
  for (let at = 0; at < a!.data.length; at++) sum += Math.abs(a!.data[at]! - b!.data[at]!);
  return sum / a!.data.length;
}
