import { useState } from 'react';
import { useWhyNot } from '../../api/rights.ts';
import { t } from '../../i18n/words.ts';
import { AlbumsPart } from '../albums/albums-part.tsx';
import { useShared } from './shared.ts';
import { TagsPart } from './tags-part.tsx';
import { TextsPart } from './texts-part.tsx';
import segments from '../../ui/segments.module.css';
import styles from './organise-panel.module.css';

const PARTS = ['tags', 'texts', 'albums'] as const;
export type PanelPart = (typeof PARTS)[number];

/** Tags, texts, the place and the albums of pictures: what they share, and what only some have. */
export function OrganisePanel({ ids, part: first = 'tags' }: { ids: readonly number[]; part?: PanelPart }) {
  const [part, setPart] = useState(first);
  const whyNot = useWhyNot('images:write');
  const shared = useShared(ids);
  const props = { ids, disabled: whyNot !== null };
  // A draft belongs to the pictures for which it was started.
  const key = `${ids.length} ${ids[0]} ${ids.at(-1)}`;
  return (
    <div className={styles.panel}>
      <div className={segments.segments} role="group" aria-label={t('panel.title')}>
        {PARTS.map((name) => (
          <button key={name} type="button" aria-pressed={part === name} onClick={() => setPart(name)}>
            {t(`panel.${name}`)}
          </button>
        ))}
      </div>
      {whyNot !== null && <p className={styles.note}>{whyNot}</p>}
      {part === 'albums' ? (
        <AlbumsPart shared={shared} {...props} />
      ) : ids.length === 0 ? (
        <p className={styles.note}>{t('panel.none')}</p>
      ) : !shared ? (
        <p className={styles.note} role="status">
          {t('panel.reading')}
        </p>
      ) : part === 'tags' ? (
        <TagsPart shared={shared} {...props} />
      ) : (
        <TextsPart key={key} shared={shared} {...props} />
      )}
    </div>
  );
}
