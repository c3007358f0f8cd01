import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Pause, Play, RotateCw } from 'lucide-react';
import type { QueueStatus } from '../../contract/admin.ts';
import {
  clearQueue,
  forgetFailure,
  forgetFailures,
  pauseQueues,
  queuesQuery,
  retryFailure,
  retryQueue,
} from '../api/admin.ts';
import { queryClient } from '../api/query-client.ts';
import { number } from '../i18n/words.ts';
import { say } from '../ui/toasts.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { NotYet, Said, useAct } from './parts.tsx';
import { QueuedImage } from './queued-image.tsx';
import { t } from './words.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import stateCard from './state-card.module.css';
import { classes } from '../ui/classes.ts';
import styles from './queues.module.css';
import { button } from '../ui/button.ts';

const CHANGES = ['queues', 'bridge'];
const SHOWN_PENDING = 8;

export function Queues() {
  const queues = useQuery(queuesQuery);
  const pause = useAct(pauseQueues, {
    changes: ['bridge', 'settings'],
    done: (answer) => queryClient.setQueryData(queuesQuery.queryKey, answer),
  });
  if (!queues.data) return <NotYet query={queues} />;
  const { paused, items } = queues.data;
  const Icon = paused ? Play : Pause;
  return (
    <>
      <div className={classes(card.card, stateCard.card, paused ? stateCard.warn : stateCard.ok)}>
        <div role="status">
          <h2>{t(paused ? 'queues.paused' : 'queues.running')}</h2>
          <p className={text.muted}>{t(paused ? 'queues.pausedHow' : 'queues.runningHow')}</p>
        </div>
        <button
          type="button"
          className={button(paused && 'primary')}
          disabled={pause.isPending}
          onClick={() => pause.mutate(!paused)}
        >
          <Icon size={16} aria-hidden />
          {t(paused ? 'queues.resume' : 'queues.pause')}
        </button>
      </div>
      {items.map((queue) => (
        <Queue key={queue.name} queue={queue} />
      ))}
    </>
  );
}

function Queue({ queue }: { queue: QueueStatus }) {
  const { name, file, depth } = queue;
  const [sure, setSure] = useState(false);
  const clear = useAct(clearQueue, {
    changes: CHANGES,
    done: ({ jobs }) => {
      setSure(false);
      say({ title: t('queues.cleared', { count: jobs }) });
    },
  });
  const title = t(`queues.${name}`);
  return (
    <section className={card.card} aria-label={title}>
      <div className={card.head}>
        <h2>{title}</h2>
        {depth > 0 && (
          <button type="button" className={button()} onClick={() => setSure(true)}>
            {t('queues.clear')}
          </button>
        )}
      </div>
      <Waiting queue={queue} />
      {queue.failed > 0 && <Failures queue={queue} />}
      <details className={styles.advanced}>
        <summary>{t('queues.advanced')}</summary>
        <p className={styles.fileLine}>
          <span className={text.muted}>{t('queues.file')}</span> <span className={text.mono}>{file}</span>
        </p>
      </details>
      <Confirm
        open={sure}
        title={t('queues.clearTitle', { count: depth })}
        words={t('queues.clearHow')}
        action={t('queues.clear')}
        busy={clear.isPending}
        onYes={() => clear.mutate(name)}
        onClose={() => setSure(false)}
      />
    </section>
  );
}

function Waiting({ queue: { depth, pending } }: { queue: QueueStatus }) {
  return (
    <>
      <p className={styles.depth} role="status">
        {depth === 0 ? (
          <span className={text.muted}>{t('queues.nothing')}</span>
        ) : (
          <>
            <strong>{number(depth)}</strong> {t('queues.waiting', { count: depth })}
          </>
        )}
      </p>
      {pending.length > 0 && (
        <div className={styles.pending}>
          <h3>{t('queues.next')}</h3>
          <ul>
            {pending.slice(0, SHOWN_PENDING).map((id) => (
              <li key={id}>
                <QueuedImage id={id} />
              </li>
            ))}
          </ul>
          <More count={depth - SHOWN_PENDING} />
        </div>
      )}
    </>
  );
}

function Failures({ queue: { name, failed, failures } }: { queue: QueueStatus }) {
  const retry = useAct(retryQueue, {
    changes: CHANGES,
    done: ({ jobs }) => say({ title: t('queues.retried', { count: jobs }) }),
  });
  const forget = useAct(forgetFailures, { changes: CHANGES });
  const retryOne = useAct(retryFailure, { changes: CHANGES });
  const forgetOne = useAct(forgetFailure, { changes: CHANGES });
  return (
    <div className={styles.failures}>
      <div className={card.head}>
        <h3>{t('queues.failures', { count: failed })}</h3>
        <button
          type="button"
          className={button('primary')}
          disabled={retry.isPending}
          onClick={() => retry.mutate(name)}
        >
          <RotateCw size={15} aria-hidden />
          {t('queues.retry')}
        </button>
        <button type="button" className={button()} disabled={forget.isPending} onClick={() => forget.mutate(name)}>
          {t('queues.forget')}
        </button>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('queues.image')}</th>
            <th scope="col">{t('queues.reason')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {failures.map(({ id, image_id, filename, reason }, index) => (
            <tr key={index}>
              <td>
                {image_id === null ? (
                  t('queues.noId')
                ) : filename === null ? (
                  t('queues.noImage', { id: image_id })
                ) : (
                  <QueuedImage id={image_id} />
                )}
              </td>
              <td>
                <Said>{reason}</Said>
              </td>
              <td className={styles.failureActs}>
                {image_id !== null && (
                  <button
                    type="button"
                    className={button()}
                    disabled={retryOne.isPending}
                    onClick={() => retryOne.mutate({ queue: name, id })}
                  >
                    {t('queues.retry')}
                  </button>
                )}
                <button
                  type="button"
                  className={button()}
                  disabled={forgetOne.isPending}
                  onClick={() => forgetOne.mutate({ queue: name, id })}
                >
                  {t('queues.forgetOne')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More count={failed - failures.length} />
    </div>
  );
}

const More = ({ count }: { count: number }) =>
  count > 0 && <p className={text.muted}>{t('queues.more', { count: number(count) })}</p>;
