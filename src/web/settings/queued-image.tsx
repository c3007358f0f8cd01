import { useQuery } from '@tanstack/react-query';
import { imageQuery } from '../api/images.ts';
import { linkTo } from '../location.ts';
import { t } from './words.ts';

/** An image of a queue as one knows it: small, with its name. */
export function QueuedImage({ id }: { id: number }) {
  const { data: image, isError } = useQuery(imageQuery(id));
  if (isError) return <span className="muted">{t('queues.noImage', { id })}</span>;
  return (
    <a className="queued-image" {...linkTo(`/images/${id}`)}>
      <span className="queued-picture">
        {image && <img src={`/api/v1/images/${id}/preview?size=small&fit=1&v=${image.preview_version}`} alt="" />}
      </span>
      <span className="queued-name">{image?.filename ?? '…'}</span>
    </a>
  );
}
