import type { ShapeOnPicture } from '../contract/module-shapes.ts';
import type { DevelopState } from '../library/develop-state.ts';
import { developmentOf } from './resident/development.ts';
import type { PointsFound, Size } from './resident/protocol.ts';
import type { Asker } from './resident/requests.ts';
import { NotRendered } from './resident/resident-child.ts';
import type { ResidentRenderer } from './resident/resident-renderer.ts';

/**
 * Shapes as they lie on the picture that is shown: the resident darktable moves their points as it moves pixels, through crop, rotation and lens.
 * `shapes` makes them for a picture of the camera's size. Rejects as `ResidentRenderer.render` does.
 */
export async function shapesOnPicture(
  resident: Pick<ResidentRenderer, 'render'>,
  state: DevelopState,
  shapes: (input: Size) => ShapeOnPicture[],
  asker: Asker,
): Promise<ShapeOnPicture[]> {
  const development = developmentOf(state);
  const ask = async (points: readonly number[]): Promise<PointsFound> => {
    const wanted = { picture: state.path, development, view: { points }, isDraft: false, quality: 90 };
    const { points: found } = await resident.render({ wanted, isAwaited: true, viewer: null, ...asker });
    if (!found) throw new NotRendered('the shapes have no place');
    return found;
  };
  const { input } = await ask([]);
  const made = shapes(input);
  const flat = made.flatMap((shape) => pointsOf(shape).flat());
  if (flat.length === 0) return made;
  const { points } = await ask(flat);
  const next = points[Symbol.iterator]();
  const take = (): [number, number] => [next.next().value!, next.next().value!];
  return made.map((shape) => withPoints(shape, take));
}

/** In the order in which `withPoints` takes them. */
const pointsOf = ({ lines, border, source, arrow }: ShapeOnPicture) => [
  ...[lines, border, source].flatMap((each) => each.flat()),
  ...(arrow ?? []),
];

function withPoints(shape: ShapeOnPicture, take: () => [number, number]): ShapeOnPicture {
  const moved = (all: ShapeOnPicture['lines']) => all.map((line) => line.map(take));
  const [lines, border, source] = [moved(shape.lines), moved(shape.border), moved(shape.source)];
  return { ...shape, lines, border, source, arrow: shape.arrow && [take(), take()] };
}
