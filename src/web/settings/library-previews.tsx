import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import type { PreviewRun } from '../../contract/preview-run.ts';
import { bridgeQuery, pausePreviewRun, previewRunQuery, startPreviewRun, stopPreviewRun } from '../api/admin.ts';
import { number, renderingWords } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import controls from '../ui/controls.module.css';
import text from '../ui/text.module.css';
import { useAct } from './parts.tsx';
import { durationWords, t } from './words.ts';

const CHANGES = ['previews', 'queues'];

/** Previews for the whole library: start, progress, pause. */
export function LibraryPreviews() {
  const run = useQuery(previewRunQuery).data;
  const start = useAct(startPreviewRun, { changes: CHANGES });
  const pause = useAct(pausePreviewRun, { changes: CHANGES });
  const stop = useAct(stopPreviewRun, { changes: CHANGES });
  if (!run) return null;
  const { state } = run;
  const isUnderWay = state === 'counting' || state === 'running' || state === 'paused';
  const isBusy = start.isPending || pause.isPending || stop.isPending;
  const Icon = state === 'paused' ? Play : Pause;
  return (
    <section className={card.card} aria-labelledby="library-previews">
      <h2 id="library-previews">{t('previews.title')}</h2>
      <p className={text.muted}>{t('previews.about')}</p>
      {isUnderWay && <Progress run={run} />}
      <p role="status">
        <State run={run} />
      </p>
      <div className={card.actions}>
        {isUnderWay ? (
          <>
            {state !== 'counting' && (
              <button
                type="button"
                className={button(state === 'paused' && 'primary')}
                disabled={isBusy}
                onClick={() => pause.mutate(state === 'running')}
              >
                <Icon size={16} aria-hidden />
                {t(state === 'paused' ? 'queues.resume' : 'queues.pause')}
              </button>
            )}
            <button type="button" className={button()} disabled={isBusy} onClick={() => stop.mutate(undefined)}>
              {t('previews.stop')}
            </button>
          </>
        ) : (
          <button type="button" className={button()} disabled={isBusy} onClick={() => start.mutate(undefined)}>
            {t('previews.start')}
          </button>
        )}
      </div>
    </section>
  );
}

function Progress({ run: { state, total, done, failed } }: { run: PreviewRun }) {
  // Without a value it is shown as still unknown.
  const isKnown = state !== 'counting' && total > 0;
  return (
    <progress
      className={controls.progress}
      aria-label={t('previews.title')}
      max={1}
      {...(isKnown && { value: (done + failed) / total })}
    />
  );
}

function State({ run }: { run: PreviewRun }) {
  const rendering = useQuery(bridgeQuery).data?.rendering;
  const { state, total, done, failed, remaining_seconds: seconds } = run;
  const failures = failed > 0 ? [t('previews.failed', { count: failed })] : [];
  if (state === 'none') return null;
  if (state === 'counting') return t('previews.counting');
  if (state === 'ended')
    return total === 0 ? t('previews.nothing') : [t('previews.ended', { count: done }), ...failures].join(' · ');
  const made = t('previews.made', { done: number(done), total: number(total) });
  if (state === 'paused') return [t('previews.paused'), made, ...failures].join(' · ');
  if (rendering && !rendering.is_rendering) return [made, ...failures, renderingWords(rendering)].join(' · ');
  return [made, seconds === null ? t('previews.estimating') : durationWords(seconds), ...failures].join(' · ');
}
