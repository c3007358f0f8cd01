import { type ReactNode, useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, X } from 'lucide-react';
import type { BridgeStatus } from '../../contract/admin.ts';
import type { LibraryStatus } from '../../contract/service.ts';
import { reasonOf } from '../api/reason.ts';
import { actOnBridge, bridgeQuery } from '../api/admin.ts';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { t as page } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { say } from '../ui/toasts.tsx';
import { ChooseLibrary } from './choose-library.tsx';
import { t } from './words.ts';

const FOLDED = 'first-run-folded';
/** Where the steps would take half of the window. */
const SMALL = '(max-width: 860px), (max-height: 560px)';

function useFolded(): [boolean, () => void] {
  const [folded, setFolded] = useState(() => {
    const kept = localStorage.getItem(FOLDED);
    return kept === null ? matchMedia(SMALL).matches : kept === '1';
  });
  const turn = () => {
    localStorage.setItem(FOLDED, folded ? '0' : '1');
    setFolded(!folded);
  };
  return [folded, turn];
}

/**
 * Three steps from a new Safelight to one that does everything; each is done here. Goes on by itself as things change. Folded, one line
 * says how far one is and what comes next.
 */
export function FirstRun({ library, onHide }: { library: LibraryStatus; onHide: () => void }) {
  const { data: bridge } = useQuery(bridgeQuery);
  const [folded, turn] = useFolded();
  const id = useId();
  const act = useMutation({
    mutationFn: actOnBridge,
    networkMode: 'always',
    onSuccess: ({ message }) => void say({ title: message }),
    onError: (error) => {
      noteRefusal(error);
      say({ title: reasonOf(error), isFailure: true });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: bridgeQuery.queryKey }),
  });
  if (!bridge) return null;
  const { state, plugin } = bridge;
  const isDone = [!library.is_sample, plugin.installed, isWorking(state)];
  const current = isDone.indexOf(false);
  const next = (['library', 'bridge', 'darktable'] as const)[current];
  return (
    <aside className={`first-run ${folded ? 'first-run-folded' : ''}`} aria-label={page('library.aboutThis')}>
      <div className="first-run-head">
        <h2>
          <button type="button" className="first-run-fold" aria-expanded={!folded} aria-controls={id} onClick={turn}>
            <ChevronDown size={18} aria-hidden />
            <span className="first-run-title">{t(next === undefined ? 'allDone' : 'title')}</span>
            <span className="first-run-progress">
              <span className="first-run-bars" aria-hidden>
                {isDone.map((done, step) => (
                  <span key={step} className={done ? 'first-run-bar-done' : ''} />
                ))}
              </span>
              {t('count', { done: isDone.filter(Boolean).length, steps: isDone.length })}
            </span>
            {folded && next !== undefined && <span className="first-run-next">{t('next', { step: t(next) })}</span>}
          </button>
        </h2>
        {!folded && <a {...linkTo('/settings')}>{t('settings')}</a>}
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label={page('library.closeMessage')}
          title={t('hide')}
          onClick={onHide}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      <ol id={id} hidden={folded}>
        <Step number={1} title={t('library')} isDone={isDone[0]!} isCurrent={current === 0}>
          {library.is_sample ? (
            <>
              <p>
                <strong>{page('library.sample')}</strong>
              </p>
              <ChooseLibrary words={t('librarySample')} />
            </>
          ) : (
            <>
              <p>{t('libraryFound')}</p>
              <p className="first-run-file">{library.library}</p>
            </>
          )}
        </Step>
        <Step number={2} title={t('bridge')} isDone={isDone[1]!} isCurrent={current === 1}>
          <p>{bridgeWords(bridge)}</p>
          {!plugin.installed &&
            (plugin.folder !== null ? (
              <button
                type="button"
                className={buttonOf(current === 1)}
                disabled={act.isPending}
                onClick={() => act.mutate('install')}
              >
                {t('install')}
              </button>
            ) : state === 'missing' ? (
              <a className="button" href="https://www.darktable.org/install/" rel="noreferrer" target="_blank">
                {t('getDarktable')}
              </a>
            ) : (
              <StartButton isNext={current === 1} busy={act.isPending} onStart={() => act.mutate('start-darktable')} />
            ))}
        </Step>
        <Step number={3} title={t('darktable')} isDone={isDone[2]!} isCurrent={current === 2}>
          <p>
            {isWorking(state)
              ? t('darktableOn')
              : !plugin.installed
                ? t('darktableLater')
                : state === 'closed'
                  ? t('darktableOff')
                  : state === 'no-bridge'
                    ? t('darktableRestart')
                    : bridge.message}
          </p>
          {state === 'closed' && plugin.installed && (
            <StartButton isNext={current === 2} busy={act.isPending} onStart={() => act.mutate('start-darktable')} />
          )}
        </Step>
      </ol>
    </aside>
  );
}

const isWorking = (state: BridgeStatus['state']) => state === 'ready' || state === 'working';

function bridgeWords({ state, plugin }: BridgeStatus): string {
  if (plugin.installed) return t('bridgeDone');
  if (plugin.folder !== null) return t('bridgeHow');
  return t(state === 'missing' ? 'bridgeMissing' : 'bridgeNever');
}

/** One button stands out: that of the step to do now. */
const buttonOf = (isNext: boolean) => (isNext ? 'button button-primary' : 'button');

interface StartProps {
  isNext: boolean;
  busy: boolean;
  onStart: () => void;
}
const StartButton = ({ isNext, busy, onStart }: StartProps) => (
  <button type="button" className={buttonOf(isNext)} disabled={busy} onClick={onStart}>
    {t('start')}
  </button>
);

function Step({
  number,
  title,
  isDone,
  isCurrent,
  children,
}: {
  number: number;
  title: string;
  isDone: boolean;
  isCurrent: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <li
      className={`step ${isDone ? 'step-done' : ''} ${isCurrent ? 'step-current' : ''}`}
      aria-labelledby={id}
      {...(isCurrent && { 'aria-current': 'step' })}
    >
      <span className="step-number" aria-hidden>
        {isDone ? <Check size={15} strokeWidth={3} /> : number}
      </span>
      <h3 id={id}>
        {title}
        <span className="visually-hidden">, {t(isDone ? 'stepDone' : 'stepOpen')}</span>
      </h3>
      <div className="step-body">{children}</div>
    </li>
  );
}
