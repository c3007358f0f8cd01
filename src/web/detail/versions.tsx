import { useQuery } from '@tanstack/react-query';
import { Columns2 } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { shapeOf } from '../../contract/image-shape.ts';
import { pageQuery } from '../api/images.ts';
import { openVersions } from '../culling/culling-link.ts';
import { EVERYTHING, type GalleryView, listParameters } from '../gallery/gallery-view.ts';
import { t } from '../i18n/words.ts';
import { navigate, useAddress } from '../location.ts';
import { button } from '../ui/button.ts';
import { Preview } from '../ui/preview.tsx';
import styles from './versions.module.css';
import { below } from '../base.ts';

/** The list of the versions of a file, in their order. */
const versionsOf = ({ filename, film_id: film }: ImageRecord): GalleryView => ({
  ...EVERYTHING,
  films: [film],
  search: `"${filename.replaceAll('"', ' ')}"`,
  order: 'name',
});

/** The versions of its file as small pictures, and the way to see them beside each other; nothing for a single one. */
export function Versions({ image }: { image: ImageRecord }) {
  const view = versionsOf(image);
  const { search, state } = useAddress();
  const { data } = useQuery(pageQuery(listParameters(view), 0));
  // The search also finds the name as a part of others.
  const versions = data?.items.filter(({ filename }) => filename === image.filename) ?? [];
  const at = versions.findIndex(({ id }) => id === image.id);
  if (versions.length < 2 || at < 0) return null;
  return (
    <section className={styles.versions} aria-label={t('facts.versions')}>
      <ul>
        {versions.map((version, index) => {
          const url = `/images/${version.id}${search.size > 0 ? `?${search}` : ''}`;
          const words = t('facts.versionOf', { version: index + 1, count: versions.length });
          return (
            <li key={version.id}>
              <a
                href={below(url)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
                  event.preventDefault();
                  navigate(url, { replace: true, state });
                }}
                aria-label={[words, version.title].filter(Boolean).join(', ')}
                title={version.title ?? words}
                {...(index === at && { 'aria-current': 'true' as const })}
                style={{ aspectRatio: shapeOf(version) }}
                draggable={false}
              >
                <Preview image={version} size="small" alt="" />
              </a>
            </li>
          );
        })}
      </ul>
      <p>
        {t('facts.versionOf', { version: at + 1, count: versions.length })}
        <button type="button" className={button()} onClick={() => openVersions(view, image.id, versions.length)}>
          <Columns2 size={16} aria-hidden />
          {t('facts.compare')}
        </button>
      </p>
    </section>
  );
}
