import { useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { useAwaited } from '../api/waiting.ts';
import { colon, t } from '../i18n/words.ts';
import { WhoRenders } from '../rendering/who-renders.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { failureWords } from '../ui/failure-words.ts';
import type { LivePicture } from './live/live-picture.ts';
import { useLiveState } from './live/use-live-picture.ts';
import { olderWords } from './older-preview.ts';
import { refresh } from './refresh.tsx';
import facts from './facts.module.css';

interface Props {
  image: ImageRecord;
  preview: LoadedPreview | null;
  live: LivePicture;
  isEdited: boolean;
}

/** Where the pixels come from, and whether they show the present state. */
export function PreviewNote({ image, preview, live, isEdited }: Props) {
  const whyNot = useWhyNot('cache:refresh');
  const rendering = useRendering();
  const isLive = useLiveState(live).whole !== null;
  const isFile = preview?.source === 'local' || preview?.source === 'embedded';
  const awaited = useAwaited(image.id, image.preview_version);
  // The note below reports on an edit's own picture. Nothing new may appear here, because the forms would move under
  // the pointer.
  const [wasStale, setWasStale] = useState(false);
  const isStale = preview?.isStale ?? false;
  if (!isEdited && wasStale !== isStale) setWasStale(isStale);
  const { words, who, isOffered } = olderWords({ isLive, isFile, awaited, rendering });
  return (
    <div className={facts.previewNote}>
      {preview?.source && (
        <p>
          {t('detail.source') + colon()}
          {t(isLive && isStale ? 'detail.live' : `detail.${preview.source}`)}
        </p>
      )}
      {isStale && wasStale && (
        <p className={facts.previewStale}>
          {words && t(`detail.${words}`, { why: typeof awaited === 'object' ? failureWords(awaited) : '' })}{' '}
          {who && <WhoRenders />}
          {isOffered && (
            <ActionButton className={facts.linkButton} whyNot={whyNot} onClick={() => void refresh(image)}>
              {t('detail.staleRefresh')}
            </ActionButton>
          )}
        </p>
      )}
    </div>
  );
}
