import { useQuery } from '@tanstack/react-query';
import { imageQuery } from '../api/images.ts';
import { linkTo } from '../location.ts';
import { t } from './words.ts';
import text from '../ui/text.module.css';
import queues from './queues.module.css';
import { below } from '../base.ts';

/** An image in a queue: small, with its name. */
export function QueuedImage({ id }: { id: number }) {
  const { data: image, isError } = useQuery(imageQuery(id));
  if (isError) return <span className={text.muted}>{t('queues.noImage', { id })}</span>;
  return (
    <a className={queues.queuedImage} {...linkTo(`/images/${id}`)}>
      <span className={queues.queuedPicture}>
        {image && (
          <img src={below(`/api/v1/images/${id}/preview?size=small&fit=1&v=${image.preview_version}`)} alt="" />
        )}
      </span>
      <span className={queues.queuedName}>{image?.filename ?? '…'}</span>
    </a>
  );
}
