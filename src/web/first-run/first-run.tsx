import { type ReactNode, useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, X } from 'lucide-react';
import type { BridgeStatus } from '../../contract/admin.ts';
import type { LibraryStatus } from '../../contract/service.ts';
import { reasonOf } from '../api/reason.ts';
import { actOnBridge, bridgeQuery, changeSettings, settingsQuery } from '../api/admin.ts';
import { noteRefusal, queryClient } from '../api/query-client.ts';
import { renderingWords, t as page } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { say } from '../ui/toasts.tsx';
import { ChooseLibrary } from './choose-library.tsx';
import { isRenderingSetUp } from './set-up.ts';
import { t } from './words.ts';

const FOLDED = 'first-run-folded';

/** Pictures come first: the steps are one line until somebody wants them. */
function useFolded(): [boolean, () => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) !== '0');
  const turn = () => {
    localStorage.setItem(FOLDED, folded ? '0' : '1');
    setFolded(!folded);
  };
  return [folded, turn];
}

/**
 * The steps from a new Safelight to one that does everything; each is done here. Goes on by itself as things change. Folded, one line
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
  const { plugin, rendering } = bridge;
  // Where nobody needs the plugin it has no step.
  const steps = [
    { name: 'library', isDone: !library.is_sample },
    { name: 'rendering', isDone: isRenderingSetUp(bridge) },
    ...(plugin.installed && rendering.state !== 'darktable-cli'
      ? [{ name: 'darktable', isDone: rendering.is_rendering } as const]
      : []),
  ] as const;
  const isDone = steps.map((step) => step.isDone);
  const current = isDone.indexOf(false);
  const next = steps[current]?.name;
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
        <Step number={2} title={t('rendering')} isDone={isDone[1]!} isCurrent={current === 1}>
          <WhoRenders bridge={bridge} isNext={current === 1} act={act} />
        </Step>
        {steps.length > 2 && (
          <Step number={3} title={t('darktable')} isDone={isDone[2]!} isCurrent={current === 2}>
            <p>{renderingWords(rendering)}</p>
            {rendering.state === 'darktable-closed' && (
              <button
                type="button"
                className={buttonOf(current === 2)}
                disabled={act.isPending}
                onClick={() => act.mutate('start-darktable')}
              >
                {t('start')}
              </button>
            )}
          </Step>
        )}
      </ol>
    </aside>
  );
}

/** One button stands out: that of the step to do now. */
const buttonOf = (isNext: boolean) => (isNext ? 'button button-primary' : 'button');

interface WhoRendersProps {
  bridge: BridgeStatus;
  isNext: boolean;
  act: { isPending: boolean; mutate: (action: 'install') => void };
}

/** Two ways, and either is enough. */
function WhoRenders({ bridge, isNext, act }: WhoRendersProps) {
  const { plugin, rendering, renderer } = bridge;
  const choose = useMutation({
    mutationFn: () => changeSettings({ renderer: 'auto' }),
    networkMode: 'always',
    onSuccess: (stored) => queryClient.setQueryData(settingsQuery.queryKey, stored),
    onError: (error) => {
      noteRefusal(error);
      say({ title: reasonOf(error), isFailure: true });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: bridgeQuery.queryKey }),
  });
  if (isRenderingSetUp(bridge)) return <p>{rendering.is_rendering ? renderingWords(rendering) : t('pluginDone')}</p>;
  const hasCli = renderer.version !== null;
  if (plugin.folder === null && !hasCli) {
    return (
      <>
        <p>{t('darktableMissing')}</p>
        <a className="button" href="https://www.darktable.org/install/" rel="noreferrer" target="_blank">
          {t('getDarktable')}
        </a>
      </>
    );
  }
  return (
    <>
      <p>{t(plugin.folder === null ? 'waysCli' : hasCli ? 'ways' : 'waysPlugin')}</p>
      <div className="step-ways">
        {hasCli && (
          <button
            type="button"
            className={buttonOf(isNext)}
            disabled={choose.isPending}
            onClick={() => choose.mutate()}
          >
            {t('useCli')}
          </button>
        )}
        {plugin.folder !== null && (
          <button
            type="button"
            className={buttonOf(isNext && !hasCli)}
            disabled={act.isPending}
            onClick={() => act.mutate('install')}
          >
            {t('install')}
          </button>
        )}
      </div>
    </>
  );
}

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
