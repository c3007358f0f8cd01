import { COLOR_LABELS } from '../contract/color-labels.ts';
import type { FixtureImage } from './fixture-image.ts';

/**
 * Varied images, like fifteen years of a photographer's work: film rolls of some hundred pictures, few cameras, a tree of tags,
 * most pictures without title or label. The same each time.
 */
export function* generatedImages(count: number): Generator<FixtureImage> {
  const random = randomNumbers(20260501);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  /** Favours the first ones, as with favorite lenses and tags. */
  const favour = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2.2 * list.length)]!;
  const perRoll = Math.max(20, Math.ceil(count / 400));
  const tags = tagTree();
  const start = Date.UTC(2010, 0, 2, 9);
  const step = (15 * 365 * 86_400_000) / Math.max(1, count);
  let roll: { film: string; place: string; camera: Camera; tags: string[] } = {
    film: '',
    place: '',
    camera: CAMERAS[0],
    tags: [],
  };
  for (let number = 0; number < count; number++) {
    const when = Math.floor(start + number * step + random() * step);
    if (number % perRoll === 0) {
      const place = pick(PLACES);
      const day = new Date(when).toISOString();
      const era = Math.floor((number / count) * CAMERAS.length * 0.75);
      const camera = CAMERAS[Math.min(CAMERAS.length - 1, era + Math.floor(random() * 2))]!;
      const film = `/home/anna/Pictures/${day.slice(0, 4)}/${day.slice(0, 10)} ${place}`;
      roll = { film, place, camera, tags: [`places|${place}`, ...(random() < 0.5 ? [favour(tags)] : [])] };
    }
    const { camera } = roll;
    const raw = random() < 0.75;
    const chance = random();
    const portrait = random() < 0.28;
    const [long, short] = camera.pixels;
    const focalLength = favour(camera.focalLengths);
    yield {
      id: number + 1,
      filename: `${camera.prefix}${String((number % 9999) + 1).padStart(4, '0')}.${raw ? camera.extension : 'jpg'}`,
      film: roll.film,
      raw,
      hdr: random() < 0.01,
      stars: Math.min(5, Math.floor(random() ** 2 * 6.2)),
      rejected: random() < 0.06,
      labels: random() < 0.15 ? [pick(COLOR_LABELS), ...(random() < 0.1 ? [pick(COLOR_LABELS)] : [])].filter(once) : [],
      tags: chance < 0.6 ? [...roll.tags, ...(random() < 0.4 ? [favour(tags)] : [])] : [],
      taken: random() < 0.004 ? null : new Date(when).toISOString().slice(0, random() < 0.5 ? 23 : 19),
      imported: when + 86_400_000,
      changed: random() < 0.4 ? when + 2 * 86_400_000 : null,
      ...(random() < 0.12 ? { title: `${pick(SUBJECTS)} in ${roll.place}` } : {}),
      ...(random() < 0.06
        ? { description: `${pick(SUBJECTS)}, ${pick(SUBJECTS)} and ${pick(SUBJECTS)} seen from the road` }
        : {}),
      ...(random() < 0.5 ? { creator: 'Anna Example', rights: 'CC BY 4.0' } : {}),
      maker: camera.maker,
      model: camera.model,
      lens: favour(camera.lenses),
      exposure: Math.fround(1 / pick(SHUTTERS)),
      aperture: Math.fround(pick(APERTURES)),
      iso: favour(ISOS),
      focalLength,
      focusDistance: random() < 0.3 ? Math.fround(random() * 20) : 0,
      exposureBias: random() < 0.1 ? Math.fround(pick([-1, -2 / 3, 1 / 3, 1])) : 0,
      ...(random() < 0.3 ? { lat: random() * 60, lon: random() * 40, altitude: random() * 900 } : {}),
      width: long,
      height: short,
      aspectRatio:
        random() < 0.03 ? Math.fround(0.5 + random() * 2) : Math.fround(portrait ? short / long : long / short),
      orientation: portrait ? 6 : 0,
      ...(random() < 0.35 ? { history: HISTORY, hash: edited(number) } : {}),
    };
  }
}

/** mulberry32: small, fast, the same on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const once = <T>(value: T, place: number, list: T[]) => list.indexOf(value) === place;

/** One step makes an image altered; the blob is as long as exposure's. */
const HISTORY = [{ operation: 'exposure', module: 6, params: new Uint8Array(24) }];

function edited(number: number) {
  const current = new Uint8Array(16);
  new DataView(current.buffer).setUint32(0, number + 1);
  return number % 10 === 0 ? { current } : { current, mipmap: current };
}

function tagTree(): string[] {
  const animals = ['birds|heron', 'birds|kingfisher', 'birds|crane', 'fox', 'hare', 'otter', 'horse', 'dog|Bella'];
  const people = ['family|Anna', 'family|Ben', 'family|Clara', 'friends|Dana', 'friends|Emil', 'work'];
  const subjects = [
    'sea',
    'mountains',
    'forest',
    'city',
    'night',
    'snow',
    'fog',
    'macro',
    'portrait',
    'street',
    'concert',
  ];
  const projects = Array.from({ length: 40 }, (_, number) => `projects|${2010 + (number % 15)}|series ${number + 1}`);
  return [
    ...subjects,
    ...people.map((name) => `people|${name}`),
    ...animals.map((name) => `nature|animals|${name}`),
    ...['print', 'to do', 'portfolio', 'stock'].map((name) => `workflow|${name}`),
    ...projects,
  ];
}

const PLACES = [
  'Iceland',
  'Lisbon',
  'Ålesund',
  'Kyoto',
  'Rügen',
  'Zürich',
  'Provence',
  'Skye',
  'Lofoten',
  'Garden',
  'Tatra',
  'Bodensee',
];
const SUBJECTS = [
  'Lighthouse',
  'Harbour',
  'Waterfall',
  'Old tree',
  'Market',
  'Bridge',
  'Ferry',
  'First snow',
  'Night sky',
  'Reeds',
];
const SHUTTERS = [4000, 2000, 1000, 500, 250, 125, 60, 30, 15, 2];
const APERTURES = [1.8, 2.8, 4, 5.6, 8, 11];
const ISOS = [100, 200, 400, 800, 1600, 3200, 6400, 12800];
const CAMERAS = [
  {
    maker: 'Canon',
    model: 'Canon EOS 450D',
    prefix: 'IMG_',
    extension: 'cr2',
    pixels: [4272, 2848],
    lenses: ['EF-S 18-55mm f/3.5-5.6 IS', 'EF 50mm f/1.8 II'],
    focalLengths: [18, 55, 50, 35],
  },
  {
    maker: 'NIKON CORPORATION',
    model: 'NIKON D750',
    prefix: 'DSC_',
    extension: 'nef',
    pixels: [6016, 4016],
    lenses: ['AF-S Nikkor 24-120mm f/4G ED VR', 'AF-S Nikkor 85mm f/1.8G', 'AF-S Nikkor 20mm f/1.8G ED'],
    focalLengths: [24, 120, 85, 50, 20],
  },
  {
    maker: 'FUJIFILM',
    model: 'X-T3',
    prefix: 'DSCF',
    extension: 'raf',
    pixels: [6240, 4160],
    lenses: ['XF18-55mmF2.8-4 R LM OIS', 'XF35mmF1.4 R'],
    focalLengths: [35, 18, 23, 55],
  },
  {
    maker: 'SONY',
    model: 'ILCE-7M4',
    prefix: '_DSC',
    extension: 'arw',
    pixels: [7008, 4672],
    lenses: ['FE 24-70mm F2.8 GM II', 'FE 100-400mm F4.5-5.6 GM OSS', 'FE 35mm F1.8'],
    focalLengths: [35, 70, 24, 400, 200],
  },
] as const;

type Camera = (typeof CAMERAS)[number];
