import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import type { ProofComment } from '../../contract/proofs.ts';
import { imageQuery } from '../api/images.ts';
import { previewUrl } from '../api/preview-url.ts';
import { below } from '../base.ts';
import { number } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import styles from './marks-table.module.css';
import { t } from './words.ts';

/** A small picture, with the points of the comments by their numbers. */
export function ProofPicture({
  image,
  name,
  comments,
}: {
  image: number | null;
  name: string;
  comments: readonly ProofComment[];
}) {
  const { data } = useQuery({ ...imageQuery(image ?? 0), enabled: image !== null });
  if (image === null)
    return (
      <span className={styles.missing} title={t('notHere')}>
        <ImageOff size={20} aria-hidden />
        <span>{t('notHere')}</span>
      </span>
    );
  return (
    <a className={styles.thumbnail} {...linkTo(`/images/${image}`)} aria-label={name}>
      {data && (
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
      {comments.map(
        ({ id, point }, at) =>
          point && (
            <span key={id} className={styles.point} style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}>
              {number(at + 1)}
            </span>
          ),
      )}
    </a>
  );
}
