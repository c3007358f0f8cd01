import type { KnownCamera, KnownLens } from './lens-file.ts';

/** A lens that was measured on a sensor so much smaller than the camera's does not cover it. */
const SMALLEST_SHARE = 0.96;

/**
 * The lenses that lensfun finds for a camera, in its order: those of the camera's mount and of mounts that fit it, which
 * were measured with a sensor of that size or a larger one. Every lens, where there is no camera.
 *
 * @param mounts What fits a mount.
 */
export function fittingLenses(
  lenses: readonly KnownLens[],
  camera: KnownCamera | null,
  mounts: ReadonlyMap<string, readonly string[]>,
): KnownLens[] {
  const fitting = camera && new Set([camera.mount, ...(mounts.get(camera.mount) ?? [])]);
  const found = lenses.filter(
    (lens) =>
      !camera ||
      (lens.mounts.some((mount) => fitting!.has(mount)) && camera.cropFactor >= lens.cropFactor * SMALLEST_SHARE),
  );
  // A lens that was measured with several cameras is listed once: as measured with the sensor nearest to the camera's.
  const best = new Map<string, KnownLens>();
  for (const lens of found) {
    const name = `${lens.maker}\n${lens.model}`.toLowerCase();
    if ((best.get(name)?.cropFactor ?? 0) < lens.cropFactor) best.set(name, lens);
  }
  return [...best.values()].sort(inOrder);
}

/** As lensfun lists them: by focal length, then by aperture. */
const inOrder = (one: KnownLens, other: KnownLens) =>
  one.focal[0] - other.focal[0] ||
  one.focal[1] - other.focal[1] ||
  one.aperture[0] - other.aperture[0] ||
  compared(one.makerName, other.makerName) ||
  compared(one.model.toLowerCase(), other.model.toLowerCase());

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
