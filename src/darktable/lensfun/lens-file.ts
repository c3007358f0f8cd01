import { elementsIn, withoutComments } from '../xml-pieces.ts';
import { guessedFromName } from './guessed-from-name.ts';

/** What a lensfun file tells of a camera. Texts are `model` (as modules store it) and `name` (as it is shown). */
export interface KnownCamera {
  maker: string;
  model: string;
  makerName: string;
  name: string;
  mount: string;
  cropFactor: number;
}

export interface KnownLens {
  maker: string;
  model: string;
  makerName: string;
  name: string;
  mounts: string[];
  /** Of the camera that it was measured with. */
  cropFactor: number;
  /** Millimeters; 0: unknown. */
  focal: [least: number, most: number];
  /** f-numbers; 0: unknown. */
  aperture: [least: number, most: number];
  corrections: Correction[];
}

export type Correction = 'distortion' | 'tca' | 'vignetting';

export interface LensFile {
  cameras: KnownCamera[];
  lenses: KnownLens[];
  /** The mounts that fit a mount. */
  mounts: Map<string, string[]>;
}

/** Reads a file of lensfun's database. What it does not understand is left out. */
export function readLensFile(xml: string): LensFile {
  const file: LensFile = { cameras: [], lenses: [], mounts: new Map() };
  for (const { name: kind, body } of elementsIn(withoutComments(xml), ['camera', 'lens', 'mount'])) {
    if (kind === 'camera') file.cameras.push(cameraOf(body));
    else if (kind === 'lens') file.lenses.push(lensOf(body));
    // Cameras and lenses name their mount in an element of the same name.
    else if (body.includes('<name')) file.mounts.set(textOf(body, 'name'), textsOf(body, 'compat'));
  }
  return file;
}

function cameraOf(body: string): KnownCamera {
  return { ...namesOf(body), mount: textOf(body, 'mount'), cropFactor: Number(textOf(body, 'cropfactor')) || 1 };
}

function lensOf(body: string): KnownLens {
  const names = namesOf(body);
  const measured = Array.from(
    body.matchAll(/<(distortion|tca|vignetting)\s([^>]*)>/g),
    ([, kind, attributes = '']) => ({
      kind: kind as Correction,
      focal: numberIn(attributes, 'focal'),
      aperture: numberIn(attributes, 'aperture'),
    }),
  );
  const focals = measured.map(({ focal }) => focal).filter((focal) => focal > 0);
  const apertures = measured.map((one) => one.aperture).filter((value) => value > 0);
  const kinds = new Set(measured.map(({ kind }) => kind));
  const guessed = guessedFromName(names.model);
  const range = (element: string): [number, number] => {
    const attributes = new RegExp(`<${element}\\s([^>]*)>`).exec(body)?.[1] ?? '';
    const single = numberIn(attributes, 'value');
    return [single || numberIn(attributes, 'min'), single || numberIn(attributes, 'max')];
  };
  const [focal, aperture] = [range('focal'), range('aperture')];
  return {
    ...names,
    mounts: textsOf(body, 'mount'),
    cropFactor: Number(textOf(body, 'cropfactor')) || 1,
    focal: focal[0] > 0 ? focal : widened(guessed.focal, focals),
    aperture:
      aperture[0] > 0 ? aperture : [guessed.aperture[0] || widened([0, 0], apertures)[0], Math.max(0, ...apertures)],
    corrections: (['distortion', 'tca', 'vignetting'] as const).filter((kind) => kinds.has(kind)),
  };
}

/** With the values that it was measured at. */
const widened = ([least, most]: [number, number], measured: readonly number[]): [number, number] => {
  const all = [least, most, ...measured].filter((value) => value > 0);
  return all.length === 0 ? [0, 0] : [Math.min(...all), Math.max(...all)];
};

function namesOf(body: string) {
  const [maker, model] = [textOf(body, 'maker'), textOf(body, 'model')];
  const english = (element: string) =>
    plain(new RegExp(`<${element} lang="en">([^<]*)<`).exec(body)?.[1] ?? '') || textOf(body, element);
  return { maker, model, makerName: english('maker'), name: english('model') };
}

/** The last one without a language counts. */
const textOf = (body: string, element: string) => textsOf(body, element).at(-1) ?? '';
const textsOf = (body: string, element: string) =>
  Array.from(body.matchAll(new RegExp(`<${element}>([^<]*)<`, 'g')), ([, text = '']) => plain(text));
const numberIn = (attributes: string, name: string) =>
  Number(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? 0) || 0;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
