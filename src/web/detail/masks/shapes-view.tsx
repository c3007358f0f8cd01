import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ShapeOnPicture, ShapePoint } from '../../../contract/module-shapes.ts';
import { moduleShapesQuery, modulesQuery, stampOf } from '../../api/modules.ts';
import { reasonOf } from '../../api/reason.ts';
import { ApiError } from '../../api/request.ts';
import { t } from '../../i18n/words.ts';
import { say } from '../../ui/toasts.tsx';
import type { Box } from '../zoom.ts';
import type { Masking } from './masking.ts';
import styles from './masks.module.css';

interface Props {
  id: number;
  masking: Masking;
  /** Where the whole picture is on the stage. */
  frame: Box;
  onFailed: () => void;
}

/** The shapes of a module over the picture: lines, dashed borders, and arrows from where retouch takes something. */
export function ShapesView({ id, masking: { operation, instance, name }, frame, onFailed }: Props) {
  const { dataUpdatedAt, data: modules } = useQuery(modulesQuery(id));
  const shapes = useQuery(
    moduleShapesQuery(id, { operation, multi_priority: instance }, modules ? stampOf(modules.items) : ''),
  );
  const { error } = shapes;
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (!error) return;
    if (error instanceof ApiError) say({ title: reasonOf(error), isFailure: true });
    fail();
  }, [error]);
  const items = shapes.data?.items;
  const [isNone, isKnown] = [items?.length === 0, dataUpdatedAt > 0];
  useEffect(() => {
    if (isNone) say({ title: t('detail.noShapes', { module: name }) });
  }, [isNone, isKnown, name]);
  if (!items) return null;
  const at = ([x, y]: ShapePoint) => `${(x * frame.width).toFixed(1)} ${(y * frame.height).toFixed(1)}`;
  const path = (lines: ShapeOnPicture['lines']) =>
    lines.map((line) => (line.length === 0 ? '' : `M${line.map(at).join('L')}`)).join('');
  return (
    <svg
      className={styles.shapes}
      style={frame}
      role="img"
      aria-label={t('detail.shapesOf', { module: name, shapes: items.map((shape) => wordsOf(shape)).join(', ') })}
    >
      <defs>
        <marker
          id="shape-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerUnits="userSpaceOnUse"
          markerWidth="12"
          markerHeight="12"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8Z" />
        </marker>
      </defs>
      {items.map((shape) => (
        <g key={`${shape.kind} ${shape.id}`} data-shape={shape.kind}>
          {(['shade', 'line'] as const).map((which) => (
            <g key={which} className={styles[which]}>
              <path d={path(shape.lines)} />
              <path className={styles.border} d={path(shape.border)} />
              <path className={styles.source} d={path(shape.source)} />
              {shape.arrow && <path markerEnd="url(#shape-arrow)" d={path([shape.arrow])} />}
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
}

const wordsOf = ({ kind, name, tool }: ShapeOnPicture): string =>
  [kind === 'warp' ? t('detail.warp', { name }) : name, tool === null ? [] : t(`detail.shapeTools.${tool}`)]
    .flat()
    .join(', ');
