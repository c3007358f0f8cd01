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
import { WhoRenders } from '../rendering/who-renders.tsx';
import { say } from '../ui/toasts.tsx';
import { ChooseLibrary } from './choose-library.tsx';
import { isRenderingSetUp } from './set-up.ts';
import { t } from './words.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import text from '../ui/text.module.css';
import styles from './first-run.module.css';

const FOLDED = 'first-run-folded';

/** Pictures come first: the steps are one line until they are opened. */
function useFolded(): [boolean, () => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) !== '0');
  const turn = () => {
    localStorage.setItem(FOLDED, folded ? '0' : '1');
    setFolded(!folded);
  };
  return [folded, turn];
}

/**
 * The steps that set up a new Safelight; each can be done here. Updates by itself as things change. Folded, one line
 * shows the progress and the next step.
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
  // If the plugin is not needed, it has no step.
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
    <aside className={classes(styles.firstRun, folded && styles.folded)} aria-label={page('library.aboutThis')}>
      <div className={styles.head}>
        <h2>
          <button type="button" className={styles.fold} aria-expanded={!folded} aria-controls={id} onClick={turn}>
            <ChevronDown size={18} aria-hidden />
            <span className={styles.title}>{t(next === undefined ? 'allDone' : 'title')}</span>
            <span className={styles.progress}>
              <span className={styles.bars} aria-hidden>
                {isDone.map((done, step) => (
                  <span key={step} className={done ? styles.barDone : undefined} />
                ))}
              </span>
              {t('count', { done: isDone.filter(Boolean).length, steps: isDone.length })}
            </span>
            {folded && next !== undefined && <span className={styles.next}>{t('next', { step: t(next) })}</span>}
          </button>
        </h2>
        {!folded && <a {...linkTo('/settings')}>{t('settings')}</a>}
        <button
          type="button"
          className={button('quiet', 'icon')}
          aria-label={page('library.closeMessage')}
          title={t('hide')}
          onClick={onHide}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      <ol id={id} hidden={folded}>
        {!folded && (
          <>
            <Step number={1} title={t('library')} isDone={isDone[0] ?? false} isCurrent={current === 0}>
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
                  <p className={styles.file}>{library.library}</p>
                </>
              )}
            </Step>
            <Step number={2} title={t('rendering')} isDone={isDone[1] ?? false} isCurrent={current === 1}>
              <RenderingStep bridge={bridge} isNext={current === 1} act={act} />
            </Step>
            {steps.length > 2 && (
              <Step number={3} title={t('darktable')} isDone={isDone[2] ?? false} isCurrent={current === 2}>
                <p>
                  <WhoRenders of={rendering} isPrimary={current === 2} />
                </p>
              </Step>
            )}
          </>
        )}
      </ol>
    </aside>
  );
}

interface RenderingStepProps {
  bridge: BridgeStatus;
  isNext: boolean;
  act: { isPending: boolean; mutate: (action: 'install') => void };
}

/** What is quickest, and the plugin, which can do more; either is enough. */
function RenderingStep({ bridge, isNext, act }: RenderingStepProps) {
  const { plugin, rendering } = bridge;
  if (plugin.installed && !rendering.is_rendering) return <p>{t('pluginDone')}</p>;
  const isPluginOther = plugin.folder !== null && (rendering.cli_could || rendering.state !== 'plugin-missing');
  return (
    <>
      <p>
        <WhoRenders of={rendering} isPrimary={isNext} />
      </p>
      {!rendering.is_rendering && isPluginOther && (
        <>
          <p>{t('plugin')}</p>
          <button type="button" className={button()} disabled={act.isPending} onClick={() => act.mutate('install')}>
            {t('install')}
          </button>
        </>
      )}
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
      className={classes(styles.step, isDone && styles.stepDone, isCurrent && styles.stepCurrent)}
      aria-labelledby={id}
      {...(isCurrent && { 'aria-current': 'step' })}
    >
      <span className={styles.stepNumber} aria-hidden>
        {isDone ? <Check size={15} strokeWidth={3} /> : number}
      </span>
      <h3 id={id}>
        {title}
        <span className={text.visuallyHidden}>, {t(isDone ? 'stepDone' : 'stepOpen')}</span>
      </h3>
      <div className={styles.stepBody}>{children}</div>
    </li>
  );
}
