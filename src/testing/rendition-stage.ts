import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { exportStates } from '../library/export-facts.ts';
import { silentLog } from '../platform/log.ts';
import { openRenditions, type RenditionsOptions } from '../proofing/renditions/rendition-maker.ts';
import type { RenderedProof } from '../proofing/renditions.ts';
import { keyOf } from '../publishing/publications/source-pictures.ts';
import { indexOfTest } from './index-of-test.ts';
import type { FixtureImage } from './library-fixture.ts';

type Parts = Pick<RenditionsOptions, 'whyNot'> & {
  make: RenditionsOptions['maker']['make'];
  /** What a picture shows: another text, another color. */
  look: (development: string, imageId: number) => string;
  /** The longer side of what would be made at full size. */
  pixels: number;
  roomIn: NonNullable<RenditionsOptions['roomIn']>;
};

/** A library, a proof of all its pictures, and renditions of it. What darktable would make is a color for each development. */
export async function renditionStage(
  images: readonly FixtureImage[],
  { pixels = 160, ...rules }: Partial<RenderedProof> & { pixels?: number } = {},
) {
  const it = await indexOfTest({ images });
  const dataDir = join(it.folder, 'data');
  mkdirSync(dataDir);
  const states = await it.library.read((reader) =>
    exportStates(
      reader,
      images.map(({ id }) => id!),
    ),
  );
  const proof: RenderedProof = {
    id: 7,
    library: it.library.file,
    keep: [],
    watermark: '',
    downloads: 'web',
    quiet_minutes: 10,
    pictures: [...states].map(([imageId, { record }]) => ({ picture: `key${imageId}`, imageId, key: keyOf(record) })),
    ...rules,
  };
  const base = {
    it,
    dataDir,
    proof,
    open: [proof],
    made: [] as number[],
    described: [] as string[],
    moved: {} as Record<string, number>,
    nowMs: 1_000_000,
    parts: {
      whyNot: () => null,
      look: (development, imageId) => `${imageId} ${development}`,
      pixels,
      roomIn: () => Promise.resolve(Infinity),
      async make(imageId, { size }, folder) {
        const state = (await it.library.read((reader) => exportStates(reader, [imageId]))).get(imageId)!;
        base.made.push(imageId);
        const file = join(folder, `${imageId}.jpg`);
        const pixels = Math.min(base.parts.pixels, size.by === 'full' ? Infinity : 2_560);
        const [r, g, b] = createHash('sha1').update(base.parts.look(state.development, imageId)).digest();
        const create = { width: pixels, height: pixels / 2, channels: 3 as const, background: { r: r!, g: g!, b: b! } };
        await sharp({ create }).jpeg().toFile(file);
        return { ...state, file };
      },
    } as Parts,
  };
  const open = () =>
    openRenditions({
      dataDir,
      library: it.library,
      proofs: {
        open: () => base.open,
        foundAgain: (_proof, ids) => void Object.assign(base.moved, Object.fromEntries(ids)),
        changed: () => undefined,
      },
      maker: {
        make: (...asked) => base.parts.make(...asked),
        keep: (file) => Promise.resolve(void base.described.push(file)),
      },
      whyNot: () => base.parts.whyNot(),
      roomIn: (folder) => base.parts.roomIn(folder),
      events: it.events,
      now: () => base.nowMs,
      log: silentLog(),
    });
  const stage = Object.assign(base, {
    renditions: open(),
    /** As a restart does it: the data folder stays. */
    async restart() {
      await stage.renditions.close();
      stage.renditions = open();
      await stage.renditions.settled();
    },
    /** Looks at the library as it is now. */
    async look(change: Partial<RenderedProof> = {}) {
      base.open = base.open.map((each) => ({ ...each, ...change }));
      stage.renditions.look(proof.id);
      await stage.renditions.settled();
    },
    file: (picture: string, size: 'tile' | 'screen' | 'large' | 'full' = 'tile') =>
      stage.renditions.file(proof.id, picture, size),
    versions: () => [...stage.renditions.of(proof.id)].map(([picture, { version }]) => [picture, version] as const),
  });
  await stage.renditions.settled();
  onTestFinished(() => stage.renditions.close());
  return stage;
}
