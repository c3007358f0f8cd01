import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Preset } from '../../../../contract/presets.ts';
import { type ModuleEntry, presetsQuery } from '../../../api/modules.ts';
import { t } from '../../../history/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FindField } from '../../../ui/find-field.tsx';
import { Reason } from '../../../ui/reason.tsx';
import type { ModuleContext } from './module-context.ts';
import menu from '../../../ui/menu.module.css';
import styles from './preset-list.module.css';

/** With more, the list has a search. */
const AT_A_GLANCE = 10;

interface Props {
  module: ModuleEntry;
  context: ModuleContext;
  onChoose: (preset: Preset, label: string) => void;
  /** What it stands in has the heading. */
  isHeaded?: boolean;
}

/** The presets of a module: those of its user, then darktable's own. */
export function PresetList({ module: { operation }, context, onChoose, isHeaded = false }: Props) {
  const { data, error } = useQuery(presetsQuery(operation));
  const [typed, setTyped] = useState('');
  const heading = useId();
  const wanted = typed.trim().toLocaleLowerCase();
  const presets = (data?.items ?? [])
    .map((preset) => ({ preset, label: context.translate(operation, preset.label) }))
    .toSorted((one, other) => Number(one.preset.built_in) - Number(other.preset.built_in));
  const shown = presets.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  return (
    <div className={isHeaded ? undefined : styles.presets}>
      {!isHeaded && (
        <p className={styles.heading} id={heading}>
          {t('presets')}
        </p>
      )}
      {presets.length > AT_A_GLANCE && (
        <FindField className={styles.search} label={t('presetFind')} value={typed} onChange={setTyped} />
      )}
      {error !== null ? (
        <p className={styles.note}>
          <Reason error={error} />
        </p>
      ) : shown.length > 0 ? (
        <ul className={styles.list} {...(isHeaded ? { 'aria-label': t('presets') } : { 'aria-labelledby': heading })}>
          {shown.map(({ preset, label }) => (
            <li key={preset.name}>
              <ActionButton
                className={menu.item}
                whyNot={context.whyNot}
                title={preset.description}
                onClick={() => onChoose(preset, label)}
              >
                <span className={styles.name}>
                  {label}
                  {!preset.built_in && <small>{t('presetOwn')}</small>}
                  {preset.auto_applied && <small>{t('presetAuto')}</small>}
                </span>
              </ActionButton>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.note} role="status">
          {!data ? t('presetsReading') : wanted === '' ? t('presetsNone') : t('presetNone', { text: typed.trim() })}
        </p>
      )}
    </div>
  );
}
