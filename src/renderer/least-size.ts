import { layoutOf } from '../darktable/layouts.ts';
import { decodeParams } from '../darktable/params-decode.ts';
import type { LibraryReader } from '../library/connection.ts';
import type { DevelopState } from '../library/develop-state.ts';
import type { Box } from '../previews/decoder-process.ts';

/** What darktable can make of a photograph at 100 % has at least these sides, upright or turned, and no more uneven a shape. */
export interface LeastSize {
  longer: number;
  shorter: number;
  /** Of the shorter side to the longer one. */
  shape: number;
}

/** What a raw file has around its picture is counted in the library, too. */
const OF_THE_FILE = 0.5;
/** What these cut away or put around it follows from angles, lenses and sensors, which only darktable knows. */
const CUTTING = ['ashift', 'borders', 'clipping', 'enlargecanvas', 'lens', 'rotatepixels', 'scalepixels'];
const BY_THEM = 0.1;

const sizeSql = 'SELECT coalesce(width, 0) AS width, coalesce(height, 0) AS height FROM images WHERE id = :id';

/** null: the library does not know the size of the file. */
export function leastSizeOf(reader: LibraryReader, { imageId, history, isComplete }: DevelopState): LeastSize | null {
  const { width = 0, height = 0 } = (reader.get(sizeSql, { id: imageId }) as Box | undefined) ?? {};
  if (width <= 0 || height <= 0) return null;
  const steps = history.filter(({ enabled }) => enabled);
  const isCut = !isComplete || steps.some(({ operation }) => CUTTING.includes(operation));
  const left = Math.min(1, ...steps.filter(({ operation }) => operation === 'crop').map(shareOf));
  const share = left * OF_THE_FILE * (isCut ? BY_THEM : 1);
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return { longer: longer * share, shorter: shorter * share, shape: (shorter / longer) * share };
}

/** Of the side that a crop cuts more of. */
function shareOf({ module, params }: DevelopState['history'][number]): number {
  const layout = layoutOf('crop', module);
  if (!layout || params?.length !== layout.size) return BY_THEM;
  const { cx, cy, cw, ch } = decodeParams(layout, params) as Record<string, number>;
  const [across, down] = [cw! - cx!, ch! - cy!];
  return across > 0 && down > 0 ? Math.min(across, down) : BY_THEM;
}

/** Whether darktable may have made a picture of this size for a box; null: at 100 %. It never enlarges one. */
export function mayBe({ width, height }: Box, box: Box | null, { longer, shorter, shape }: LeastSize): boolean {
  const sides = [Math.min(width, height) + 1, Math.max(width, height) + 1] as const;
  const fillsBox = box !== null && (width >= box.width - 1 || height >= box.height - 1);
  return sides[0] / sides[1] >= shape && (fillsBox || (sides[0] >= shorter && sides[1] >= longer));
}
