import { useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { PanelControl } from '../../../../contract/panel.ts';
import { asParam, storedAt } from '../../../../contract/stored-values.ts';
import { lensCamerasQuery, lensesQuery } from '../../../api/modules.ts';
import { changeNote } from '../../../develop-panel/computed/lens-lists.ts';
import { colon, t } from '../../../i18n/words.ts';
import { button } from '../../../ui/button.ts';
import { useLock } from '../../../ui/lock.tsx';
import { useModuleValues } from '../controls/module-values.ts';
import { TextRow } from '../controls/text-row.tsx';
import row from '../controls/choice-row.module.css';
import { LensDialog } from './lens-dialog.tsx';
import { lensNow } from './lens-now.ts';
import styles from './lens-button.module.css';

/** The camera, or the lens, that lens correction works with; pressed, another one is chosen from the database. */
export function LensButton({ control, stored }: { control: PanelControl; stored: string }) {
  const { params, fields, text, changeParams } = useModuleValues();
  const { isLocked, lockedBy } = useLock();
  const [isOpen, setIsOpen] = useState(false);
  const isCamera = control.field === 'camera';
  const camera = typeof params.camera === 'string' ? params.camera : '';
  const { data, isPlaceholderData: isOfFormer } = useQuery(lensesQuery(camera));
  const { data: all } = useQuery({ ...lensCamerasQuery, enabled: isOpen && isCamera });
  const label = text(control.label ?? '');
  if (!data || data.why_none !== undefined) return <TextRow label={label} stored={stored} />;

  const now = isCamera ? (isOfFormer ? null : data.camera) : lensNow(data.lenses, stored);
  const name = now ? `${now.maker}, ${now.name}` : stored || t('develop.noLens');
  const note = changeNote((field) => storedAt(params, fields, field));
  const choose = (changes: Record<string, unknown>) => {
    setIsOpen(false);
    changeParams({ ...changes, [note]: asParam(fields, note, 1) });
  };
  return (
    <div className={row.row}>
      <span>{label}</span>
      <button
        type="button"
        className={`${button()} ${styles.chosen}`}
        aria-label={label + colon() + name}
        aria-haspopup="dialog"
        title={name}
        {...lockedBy}
        onClick={() => {
          if (!isLocked) setIsOpen(true);
        }}
      >
        <span>{name}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      {isOpen && (
        <LensDialog
          title={label}
          entries={isCamera ? (all?.cameras ?? null) : isOfFormer ? null : data.lenses}
          now={now?.model ?? stored}
          onClose={() => setIsOpen(false)}
          onChoose={(entry) =>
            choose('crop_factor' in entry ? { camera: entry.model, crop: entry.crop_factor } : { lens: entry.model })
          }
        />
      )}
    </div>
  );
}
