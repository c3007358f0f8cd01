import { useQuery } from '@tanstack/react-query';
import { Laptop, Pause, Play, Server } from 'lucide-react';
import { Fragment } from 'react';
import type { FarmState, FarmWorker } from '../../contract/farm.ts';
import { farmQuery, pauseFarm } from '../api/admin.ts';
import { queryClient } from '../api/query-client.ts';
import { dateTime, number } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import { classes } from '../ui/classes.ts';
import tag from '../ui/tag.module.css';
import text from '../ui/text.module.css';
import styles from './machines.module.css';
import { Empty, NotYet, Said, useAct } from './parts.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { QueuedImage } from './queued-image.tsx';
import stateCard from './state-card.module.css';
import { ago, durationWords, t } from './words.ts';

/** The host that this page was opened at, if other machines can reach Safelight by it; null: this computer only. */
const hostForOthers = () => (/^(localhost$|127\.|\[)/.test(location.hostname) ? null : location.hostname);

/** The machines that render for this one: who works on what, how fast, what failed, and how much is left. */
export function Machines() {
  const farm = useQuery(farmQuery);
  const pause = useAct(pauseFarm, {
    changes: [],
    done: (state) => queryClient.setQueryData(farmQuery.queryKey, state),
  });
  if (!farm.data) return <NotYet query={farm} />;
  const { state, paused, workers } = farm.data;
  if (state === 'off') {
    const host = hostForOthers();
    const here = t('machines.here');
    const begin = `safelight farm init --address ${host ?? here}`;
    return (
      <Empty
        title={t('machines.none')}
        words={t('machines.noneHow')}
        icon={<Server size={36} strokeWidth={1.25} aria-hidden />}
      >
        <p className={classes(text.mono, styles.command)}>
          <span>
            {begin.split(' ').map((word) => (
              <Fragment key={word}>
                <span>{word}</span>{' '}
              </Fragment>
            ))}
          </span>
          <CopyButton text={begin} label={t('machines.copy')} />
        </p>
        {host === null && <p className={text.muted}>{t('machines.fillIn', { here })}</p>}
      </Empty>
    );
  }
  const isConnected = state === 'connected';
  const Icon = paused ? Play : Pause;
  return (
    <>
      <div className={classes(card.card, stateCard.card, stateCard[lookOf(farm.data)])}>
        <div role="status">
          <h2>{titleOf(farm.data)}</h2>
          <p className={text.muted}>
            <Details of={farm.data} />
          </p>
        </div>
        {isConnected && workers.length > 0 && (
          <button
            type="button"
            className={button(paused && 'primary')}
            disabled={pause.isPending}
            onClick={() => pause.mutate({ worker: null, paused: !paused })}
          >
            <Icon size={16} aria-hidden />
            {t(paused ? 'machines.resumeAll' : 'machines.pauseAll')}
          </button>
        )}
      </div>
      {workers.length > 0 && (
        <ul className={card.list}>
          {workers.map((worker) => (
            <Worker
              key={worker.name}
              worker={worker}
              isBusy={pause.isPending}
              canPause={isConnected && !paused}
              onPause={(isPaused) => pause.mutate({ worker: worker.name, paused: isPaused })}
            />
          ))}
        </ul>
      )}
    </>
  );
}

const thereOf = ({ workers }: FarmState) => workers.filter(({ state }) => state !== 'away').length;

function lookOf(farm: FarmState): 'ok' | 'warn' | 'bad' {
  if (farm.state === 'refused') return 'bad';
  return farm.state === 'connecting' || farm.paused || thereOf(farm) === 0 ? 'warn' : 'ok';
}

function titleOf(farm: FarmState): string {
  if (farm.state === 'refused') return t('machines.refused');
  if (farm.state === 'connecting') return t('machines.connecting');
  if (farm.paused) return t('machines.allPaused');
  return t('machines.there', { count: thereOf(farm) });
}

/** What is left, or why nothing is done. */
function Details({ of: farm }: { of: FarmState }) {
  const { state, reason, paused, workers, jobs_left: left, jobs_per_minute: speed, minutes_left: minutes } = farm;
  if (state !== 'connected') {
    return (
      <>
        {reason !== null && (
          <>
            <Said>{sentence(reason)}</Said>{' '}
          </>
        )}
        {t('machines.alone')}
      </>
    );
  }
  if (workers.length === 0) return t('machines.nobody');
  if (left === 0) return t('machines.nothing');
  const parts = [t('machines.left', { count: left })];
  if (speed > 0) parts.push(t('machines.speed', { speed: speedWords(speed) }));
  if (!paused) parts.push(minutes === null ? t('previews.estimating') : durationWords(minutes * 60));
  return parts.join(' · ');
}

function Worker({
  worker,
  isBusy,
  canPause,
  onPause,
}: {
  worker: FarmWorker;
  isBusy: boolean;
  canPause: boolean;
  onPause: (isPaused: boolean) => void;
}) {
  const { name, state, paused, reason, version, cores, job, done, failed, last_failure: failure } = worker;
  const Icon = paused ? Play : Pause;
  const facts = [
    version === null ? t('machines.noDarktable') : `darktable ${version}`,
    t('machines.cores', { count: cores }),
    t('machines.done', { count: done }),
    ...(failed > 0 ? [t('machines.failed', { count: failed })] : []),
    ...(worker.jobs_per_minute > 0 ? [t('machines.speed', { speed: speedWords(worker.jobs_per_minute) })] : []),
  ];
  return (
    <li className={classes(card.card, state === 'away' && styles.away)} aria-label={name}>
      <div className={card.head}>
        <h2 className={styles.name}>
          <Laptop size={20} strokeWidth={1.5} aria-hidden />
          {name}
          <span className={classes(tag.tag, state === 'working' && tag.strong)}>{t(`machines.state.${state}`)}</span>
        </h2>
        {state === 'away' ? (
          <span className={text.muted} title={dateTime(worker.seen_at)}>
            {t('devices.lastSeen')} {ago(worker.seen_at)}
          </span>
        ) : canPause ? (
          <button
            type="button"
            className={button(paused && 'primary')}
            aria-label={t(paused ? 'machines.resumeOne' : 'machines.pauseOne', { name })}
            disabled={isBusy}
            onClick={() => onPause(!paused)}
          >
            <Icon size={16} aria-hidden />
            {t(paused ? 'queues.resume' : 'queues.pause')}
          </button>
        ) : null}
      </div>
      <p className={text.muted}>{facts.join(' · ')}</p>
      {job && (
        <div className={styles.job}>
          <span className={text.muted}>{t(`machines.kind.${job.kind}`)}</span>
          <QueuedImage id={job.image_id} />
        </div>
      )}
      {reason !== null && state !== 'away' && (
        <p>
          {t('machines.rests')} <Said>{sentence(reason)}</Said>
        </p>
      )}
      {failure !== null && (
        <p className={styles.failure}>
          {t('machines.lastFailure')} <Said>{failure}</Said>
        </p>
      )}
    </li>
  );
}

const speedWords = (speed: number) => number(speed < 10 ? Math.round(speed * 10) / 10 : Math.round(speed));
const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace(/\.\.$/, '.');
