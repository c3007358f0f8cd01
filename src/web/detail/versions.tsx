import { useQuery } from '@tanstack/react-query';
import { Columns2 } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { pageQuery } from '../api/images.ts';
import { openVersions } from '../culling/culling-link.ts';
import { EVERYTHING, type GalleryView, listParameters } from '../gallery/gallery-view.ts';
import { t } from '../i18n/words.ts';
import styles from './facts.module.css';

/** The list of the versions of a file, in their order. */
const versionsOf = ({ filename, film_id: film }: ImageRecord): GalleryView => ({
  ...EVERYTHING,
  films: [film],
  search: `"${filename.replaceAll('"', ' ')}"`,
  order: 'name',
});

/** How many versions of its file there are, and the way to see them beside each other; nothing for a single one. */
export function Versions({ image }: { image: ImageRecord }) {
  const view = versionsOf(image);
  const { data } = useQuery(pageQuery(listParameters(view), 0));
  // The search also finds the name as a part of others.
  const count = data?.items.filter(({ filename }) => filename === image.filename).length ?? 0;
  if (count < 2) return null;
  return (
    <div className={styles.fact}>
      <dt>{t('facts.versions')}</dt>
      <dd>
        {t('facts.versionOf', { version: image.version, count })}
        <button type="button" className={styles.link} onClick={() => openVersions(view, image.id, count)}>
          <Columns2 size={13} aria-hidden />
          {t('facts.sideBySide')}
        </button>
      </dd>
    </div>
  );
}
