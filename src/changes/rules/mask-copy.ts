import { blendingOf, changedBlending } from '../../darktable/blending.ts';
import { isGroup, isSourceShape, joinedMembers, memberCount } from '../../darktable/mask-groups.ts';
import { panelModule } from '../../darktable/panels.ts';
import { AppError } from '../../platform/errors.ts';
import { maskOf, nextShapeId, usedShapes, withMask } from './mask-shapes.ts';
import type { Row } from '../writing/row-changes.ts';

/** Gives an instance of a module the shapes of another one, as darktable's "use same shapes as". */
export interface MaskCopy {
  do: 'mask';
  operation: string;
  /** Omitted: the one with the newest step. */
  instance?: number | undefined;
  from: { operation: string; instance?: number | undefined };
}

/**
 * The step of the instance that is masked, and the whole set of shapes from there on: its group has the shapes that it had and those of the other
 * one, in the same states. null: there is nothing to do. A sentence when it cannot be done. Throws `module_not_found`.
 *
 * @param steps those in force
 * @param shapes the newest set
 */
export function withMaskOf(
  steps: readonly Row[],
  shapes: readonly Row[],
  { operation, instance, from }: MaskCopy,
): { step: Row; shapes: Row[] } | string | null {
  const source = newestStep(steps, from.operation, from.instance);
  const target = newestStep(steps, operation, instance);
  const groupOf = (row: Row) => shapes.find((shape) => Number(shape.formid) === maskOf(row) && isGroup(formOf(shape)));
  const taken = groupOf(source);
  if (!taken) return `${nameOf(source)} has no drawn mask.`;
  if (usedShapes([source], shapes).some((shape) => isSourceShape(formOf(shape))))
    return `The shapes of ${nameOf(source)} mark what it mends. They are no mask.`;
  if (panelModule(operation)?.no_masks === true) return `${nameOf(target)} takes no drawn mask.`;
  const own = groupOf(target);
  const id = own ? Number(own.formid) : nextShapeId(shapes);
  const points = joinedMembers(id, pointsOf(own), pointsOf(taken));
  const masked = withMask(target, id);
  const drawn = masked && withDrawnMask(masked);
  if (drawn === null || typeof drawn === 'string') return drawn ?? changedBlendingFails(target);
  const isSame = own !== undefined && pointsOf(own).equals(points);
  if (isSame && pointsOf(target, 'blendop_params').equals(pointsOf(drawn, 'blendop_params'))) return null;
  const group: Row = {
    ...taken,
    formid: BigInt(id),
    name: own?.name ?? `grp ${labelOf(target)}`,
    points,
    points_count: BigInt(memberCount(points)),
  };
  return { step: drawn, shapes: [...shapes.filter((shape) => shape !== own), group] };
}

const formOf = ({ form }: Row) => Number(form ?? 0n);
const priorityOf = (row: Row) => Number(row.multi_priority ?? 0n);
const nameOf = (row: Row) => `${String(row.operation)}, instance ${priorityOf(row)},`;
function pointsOf(row: Row | undefined, column = 'points'): Buffer {
  const bytes = row?.[column];
  return bytes instanceof Uint8Array ? Buffer.from(bytes) : Buffer.alloc(0);
}

function newestStep(steps: readonly Row[], operation: string, instance: number | undefined): Row {
  const step = steps.findLast(
    (row) => row.operation === operation && (instance === undefined || priorityOf(row) === instance),
  );
  if (step) return step;
  const which = instance === undefined ? operation : `${operation}, instance ${instance},`;
  throw new AppError('module_not_found', `${which} is not in the history of this image.`);
}

const entryOf = (row: Row) => ({
  operation: String(row.operation),
  blendParams: pointsOf(row, 'blendop_params'),
  blendVersion: Number(row.blendop_version ?? 0n),
});

/** The step with its drawn mask switched on; a parametric one stays. A sentence when the module takes none. */
function withDrawnMask(step: Row): Row | string {
  const entry = entryOf(step);
  const present = blendingOf(entry)?.mask;
  const isParametric = present === 'parametric' || present === 'drawn_and_parametric';
  const { params, problems } = changedBlending(entry, { mask: isParametric ? 'drawn_and_parametric' : 'drawn' });
  return problems ? sentence(problems[0]!.message) : { ...step, blendop_params: Buffer.from(params) };
}

function changedBlendingFails(step: Row): string {
  const { problems } = changedBlending(entryOf(step), { mask: 'uniform' });
  return sentence(problems?.[0]?.message ?? 'its blending is of a version that is not known');
}
const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

/** As darktable names a module with its instance. */
function labelOf(step: Row): string {
  const name = panelModule(String(step.operation))?.name ?? String(step.operation);
  const instance = String(step.multi_name ?? '');
  return instance === '' || instance === '0' ? name : `${name} ${instance}`;
}
