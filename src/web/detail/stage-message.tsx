import { RotateCw } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { WhoRenders } from '../rendering/who-renders.tsx';
import { failureWords } from '../ui/failure-words.ts';
import { refresh } from './refresh.tsx';
import type { PreviewState } from './use-preview.ts';
import { button } from '../ui/button.ts';
import stage from './stage.module.css';

/** Shown in place of a picture: it is being made, nobody makes it, or why it cannot be made. */
export function StageMessage({
  image,
  isWaiting,
  failure,
  refusal,
}: { image: ImageRecord } & Omit<PreviewState, 'preview'>) {
  const rendering = useRendering();
  const whyNot = useWhyNot('cache:refresh');
  if (!failure && !isWaiting && refusal === null) return null;
  return (
    <div className={stage.message} role="status">
      {failure ? (
        <>
          <strong>{t('preview.cannot')}</strong>
          <span>
            {failureWords(failure)}
            {failure.code !== 'not-rendered' && ':'}
          </span>
          {failure.code === 'not-rendered' ? (
            <span lang="en">{failure.reason}</span>
          ) : (
            <span className={stage.messageFile}>{image.path}</span>
          )}
          {failure.code !== 'not-rendered' && <span>{t('preview.again')}</span>}
          {whyNot === null && (
            <button type="button" className={button()} onClick={() => void refresh(image)}>
              <RotateCw size={16} aria-hidden />
              {t('common.tryAgain')}
            </button>
          )}
        </>
      ) : isWaiting ? (
        <>
          <strong>{t(rendering?.is_rendering === false ? 'preview.waiting' : 'preview.making')}</strong>
          <WhoRenders />
          {rendering?.is_rendering !== false && <span>{t('preview.appears')}</span>}
        </>
      ) : refusal !== null ? (
        <>
          <strong>{t('preview.none')}</strong>
          <span>{refusal}</span>
        </>
      ) : null}
    </div>
  );
}
