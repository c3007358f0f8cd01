import { useQuery } from '@tanstack/react-query';
import { masksQuery, type ModuleEntry } from '../../../api/modules.ts';
import { colon, t } from '../../../i18n/words.ts';
import { ShapesButton } from '../blending/shapes-button.tsx';
import type { ModuleContext } from './module-context.ts';
import rows from '../controls/choice-row.module.css';
import styles from './module-row.module.css';

/** Modules that work by shapes of their own. */
export const hasShapes = (operation: string) => ['retouch', 'spots', 'liquify'].includes(operation);

/** The shapes of retouch and spot removal with what is done within each; liquify's warps are only shown on the picture. */
export function ShapesRow({ module, context }: { module: ModuleEntry; context: ModuleContext }) {
  const { operation, multi_priority: instance } = module;
  const { data: masks } = useQuery({ ...masksQuery(context.imageId), enabled: operation !== 'liquify' });
  const group = masks?.items.find(({ used_by: uses }) =>
    uses.some((use) => use.operation === operation && use.instance === instance),
  );
  const shapes = (group?.members ?? []).flatMap(({ id }) => masks?.items.find((shape) => shape.id === id) ?? []);
  return (
    <>
      <div className={rows.row}>
        <span>{t('develop.maskShapes')}</span>
        <ShapesButton module={module} context={context} label={t('develop.showShapes')} />
      </div>
      {shapes.length > 0 && (
        <ul className={styles.shapes} aria-label={t('develop.maskShapes')}>
          {shapes.map(({ id, name, tool }) => (
            <li key={id}>{tool === null ? name : name + colon() + t(`detail.shapeTools.${tool}`)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
