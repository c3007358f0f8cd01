import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { imageQuery } from '../../api/images.ts';
import { previewUrl } from '../../api/preview-url.ts';
import styles from './albums.module.css';
import { below } from '../../base.ts';

/** Beside the name of an album. */
export function Cover({ id }: { id: number | null }) {
  const { data } = useQuery({ ...imageQuery(id ?? 0), enabled: id !== null });
  return (
    <span className={styles.cover} aria-hidden>
      <Images size={16} />
      {data && id !== null && (
        <img
          key={data.preview_version}
          src={below(previewUrl(data, 'small'))}
          alt=""
          draggable={false}
          loading="lazy"
          // There is none yet.
          onError={({ currentTarget }) => currentTarget.remove()}
        />
      )}
    </span>
  );
}
