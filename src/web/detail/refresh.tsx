import type { ImageRecord } from '../../contract/image-record.ts';
import { askFor } from '../api/ask-darktable.ts';
import { previewChanged } from '../api/preview-load.ts';
import { noteRefusal } from '../api/query-client.ts';
import { renderingNow } from '../api/rendering.ts';
import { nowWaiting } from '../api/waiting.ts';
import { renderingWords, t } from '../i18n/words.ts';
import { Reason } from '../ui/reason.tsx';
import { say } from '../ui/toasts.tsx';

/** Somebody requests a new preview. */
export async function refresh(image: ImageRecord): Promise<void> {
  try {
    await askQuietly(image);
    const rendering = renderingNow();
    say({ title: t('detail.refreshed'), ...(rendering && { description: renderingWords(rendering) }) });
  } catch (error) {
    noteRefusal(error);
    say({ title: t('detail.refreshFailed'), description: <Reason error={error} />, isFailure: true });
  }
}

export async function askQuietly({ id, preview_version: version }: ImageRecord): Promise<void> {
  await askFor('refresh', id);
  nowWaiting([{ id, version }]);
  // If it could not be made, it is requested again.
  previewChanged(id);
}
