import { useRef } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { useWhyNot } from '../api/rights.ts';
import { useIsWaiting, usePreviewFailure } from '../api/waiting.ts';
import { t } from '../i18n/words.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { failureWords } from '../ui/failure-words.ts';
import { refresh } from './refresh.tsx';
import facts from './facts.module.css';

interface Props {
  image: ImageRecord;
  preview: LoadedPreview | null;
  isEdited: boolean;
}

/** Where the pixels come from, and whether they show the present state. */
export function PreviewNote({ image, preview, isEdited }: Props) {
  const whyNot = useWhyNot('cache:refresh');
  const isFile = preview?.source === 'local' || preview?.source === 'embedded';
  const isWaiting = useIsWaiting(image.id, image.preview_version);
  const failure = usePreviewFailure(image.id);
  // The note below reports on an edit's own picture. Nothing new may appear here, because the forms would move under
  // the pointer.
  const wasStale = useRef(false);
  if (!isEdited) wasStale.current = preview?.isStale ?? false;
  return (
    <div className={facts.previewNote}>
      {preview?.source && (
        <p>
          {t('detail.source')}: {t(`detail.${preview.source}`)}
        </p>
      )}
      {preview?.isStale && wasStale.current && (
        <p className={facts.previewStale}>
          {t(isFile ? 'detail.staleLocal' : 'detail.stale')} {isWaiting && t('detail.staleWaiting')}
          {failure && t('detail.staleFailed', { why: failureWords(failure) })}{' '}
          {!isWaiting && (
            <ActionButton className={facts.linkButton} whyNot={whyNot} onClick={() => void refresh(image)}>
              {t('detail.staleRefresh')}
            </ActionButton>
          )}
        </p>
      )}
    </div>
  );
}
