import { useState } from 'react';
import { ARCHIVE_VARIABLES, type ArchivePicture, archiveNames, unknownVariable } from '../../contract/archive-names.ts';
import { chooseArchivePattern, PATTERNS, useArchivePattern } from './archive-pattern.ts';
import { t } from './words.ts';
import controls from '../ui/controls.module.css';
import styles from './exports.module.css';

const EXAMPLE: ArchivePicture = {
  id: 4711,
  filename: 'IMG_2041.CR3',
  film_roll: '/2024/iceland',
  title: 'Midnight',
  rating: 4,
  datetime_taken: '2024-06-21T23:41:07',
};

/** How the pictures in an archive are named: a preset, or a pattern. */
export function NameChoice() {
  const pattern = useArchivePattern();
  const [isFree, setFree] = useState(() => !Object.values<string>(PATTERNS).includes(pattern));
  const unknown = unknownVariable(pattern);
  const chosen = isFree ? 'namesPattern' : Object.entries(PATTERNS).find(([, value]) => value === pattern)?.[0];
  return (
    <div className={styles.names}>
      <label>
        <span>{t('names')}</span>
        <select
          name="pattern"
          className={controls.field}
          value={chosen}
          onChange={({ target }) => {
            const known = PATTERNS[target.value as keyof typeof PATTERNS] as string | undefined;
            setFree(known === undefined);
            if (known !== undefined) chooseArchivePattern(known);
          }}
        >
          {[...Object.keys(PATTERNS), 'namesPattern'].map((name) => (
            <option key={name} value={name}>
              {t(name as keyof typeof PATTERNS)}
            </option>
          ))}
        </select>
      </label>
      {isFree && (
        <>
          <input
            name="own-pattern"
            className={controls.field}
            aria-label={t('pattern')}
            aria-invalid={unknown !== null}
            aria-describedby="exports-pattern-how"
            maxLength={200}
            spellCheck="false"
            value={pattern}
            onChange={({ target }) => chooseArchivePattern(target.value)}
          />
          <p className={styles.variables} id="exports-pattern-how">
            {t('patternHow')} {ARCHIVE_VARIABLES.map((name) => `$(${name})`).join(' ')}
          </p>
        </>
      )}
      <p className={styles.example} role="status">
        {unknown === null
          ? t('example', { name: archiveNames(pattern, [EXAMPLE])[0] ?? '' })
          : t('unknown', { variable: unknown })}
      </p>
    </div>
  );
}
