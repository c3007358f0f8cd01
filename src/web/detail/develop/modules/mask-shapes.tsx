import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { MaskShape } from '../../../../contract/masks.ts';
import { masksQuery, type ModuleEntry, modulesQuery } from '../../../api/modules.ts';
import { t } from '../../../i18n/words.ts';
import { useLock } from '../../../ui/lock.tsx';
import { Select } from '../../../ui/select.tsx';
import { ShapesButton } from '../blending/shapes-button.tsx';
import { useHistoryAct } from '../history/use-history-act.ts';
import type { ModuleContext } from './module-context.ts';
import { nameOf } from './module-names.ts';
import controls from '../../../ui/controls.module.css';
import rows from '../controls/choice-row.module.css';
import styles from './module-row.module.css';

interface Props {
  module: ModuleEntry;
  context: ModuleContext;
  text: (english: string) => string;
}

/** The drawn shapes of a module's mask, and a list to take those of another module, as in darktable. */
export function MaskShapes({ module, context, text }: Props) {
  const id = useId();
  const { data: masks } = useQuery(masksQuery(context.imageId));
  const { data: modules } = useQuery(modulesQuery(context.imageId));
  const { isLocked, lockedBy } = useLock();
  const act = useHistoryAct(context);
  if (!masks || !modules || context.factsOf(module.operation)?.no_masks === true) return null;

  const maskOf = ({ operation, multi_priority: instance }: ModuleEntry) =>
    masks.items.find(({ used_by: uses }) =>
      uses.some((use) => use.operation === operation && use.instance === instance),
    );
  const own = maskOf(module)?.members ?? [];
  const has = new Set(own.map((member) => member.id));
  const others = modules.items.filter((other) => {
    const mask = other === module ? undefined : maskOf(other);
    return mask && isMask(mask, masks.items) && mask.members.some((member) => !has.has(member.id));
  });
  if (own.length + others.length === 0) return null;

  const take = (at: number) => {
    const { operation, multi_priority: instance } = module;
    const from = others[at];
    if (isLocked || !from) return;
    act(
      { is: 'mask', operation, instance, from: { operation: from.operation, instance: from.multi_priority } },
      nameOf(module),
    );
  };
  return (
    <>
      <div className={rows.row}>
        <label htmlFor={id}>{t('develop.maskShapes')}</label>
        <Select
          id={id}
          className={controls.field}
          aria-label={`${t('develop.blending')}, ${t('develop.maskShapes')}`}
          {...(isLocked && { 'aria-disabled': true })}
          {...lockedBy}
          value=""
          onChange={(value) => take(Number(value))}
        >
          <option value="">
            {own.length === 0 ? text('no mask used') : t('develop.shapesUsed', { count: own.length })}
          </option>
          {others.map((other, at) => (
            <option key={at} value={at}>
              {t('develop.sameShapes', { module: nameOf(other) })}
            </option>
          ))}
        </Select>
      </div>
      {own.length > 0 && (
        <div className={rows.row}>
          <span>{t('develop.showShapes')}</span>
          <ShapesButton {...{ module, context }} label={t('develop.showShapes')} />
        </div>
      )}
      {own.length > 0 && (
        <ul className={styles.shapes} aria-label={t('develop.maskShapes')}>
          {own.map((member) => (
            <li key={member.id}>{shapeWords(member, masks.items)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What retouch and spot removal mend is no mask for others. */
const isMask = ({ members }: MaskShape, shapes: readonly MaskShape[]) =>
  !members.some(({ id }) => shapes.find((shape) => shape.id === id)?.is_source);

function shapeWords({ id, inverted, opacity }: MaskShape['members'][number], shapes: readonly MaskShape[]): string {
  const name = shapes.find((shape) => shape.id === id)?.name ?? String(id);
  return t(inverted ? 'develop.shapeInverted' : 'develop.shapeOf', { name, opacity: Math.round(opacity * 100) });
}
