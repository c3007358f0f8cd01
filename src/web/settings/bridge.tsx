import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BridgeStatus } from '../../contract/admin.ts';
import { actOnBridge, bridgeQuery } from '../api/admin.ts';
import { number, renderingWords } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { say } from '../ui/toasts.tsx';
import { Confirm, NotYet, Said, useAct } from './parts.tsx';
import { ago, t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import factList from './fact-list.module.css';
import stateCard from './state-card.module.css';

const LOOKS: Record<BridgeStatus['state'], 'ok' | 'warn' | 'bad'> = {
  ready: 'ok',
  working: 'ok',
  stuck: 'bad',
  'no-bridge': 'warn',
  closed: 'warn',
  missing: 'bad',
};

/** Install, start, take away. What the service says about it appears in the corner. */
export function useBridgeAct(done?: () => void) {
  return useAct(actOnBridge, {
    changes: ['bridge'],
    done: ({ message }) => {
      say({ title: message });
      done?.();
    },
  });
}

export function Bridge() {
  const bridge = useQuery(bridgeQuery);
  const [sure, setSure] = useState(false);
  const act = useBridgeAct(() => setSure(false));
  if (!bridge.data) return <NotYet query={bridge} />;
  const { state, message, darktable, plugin, job, done, failed, last_sign_of_life, waiting, rendering, renderer } =
    bridge.data;
  const perMinute = bridge.data.jobs_per_minute;
  const isAnswering = state === 'ready' || state === 'working' || state === 'stuck';
  const needsPlugin = !plugin.installed || plugin.upgradable;
  return (
    <>
      <section
        className={classes(card.card, stateCard.card, stateCard[rendering.is_rendering ? 'ok' : LOOKS[state]])}
        aria-label={t('section.bridge')}
      >
        <div role="status">
          <h2>{t(state === 'no-bridge' && !plugin.installed ? 'bridge.stateNoPlugin' : `bridge.state.${state}`)}</h2>
          <p className={text.muted}>
            <Said>{message}</Said>
          </p>
          <p className={text.muted}>{renderingWords(rendering)}</p>
        </div>
        <div className={card.actions}>
          {needsPlugin && (
            <button
              type="button"
              className={`button ${rendering.is_rendering ? '' : 'button-primary'}`}
              disabled={act.isPending || plugin.folder === null}
              onClick={() => act.mutate('install')}
            >
              {t(plugin.installed ? 'bridge.upgrade' : 'bridge.install')}
            </button>
          )}
          {state === 'closed' && (
            <button
              type="button"
              className={`button ${needsPlugin || rendering.is_rendering ? '' : 'button-primary'}`}
              disabled={act.isPending}
              onClick={() => act.mutate('start-darktable')}
            >
              {t('bridge.start')}
            </button>
          )}
          {plugin.installed && (
            <button type="button" className="button" disabled={act.isPending} onClick={() => setSure(true)}>
              {t('bridge.uninstall')}
            </button>
          )}
        </div>
      </section>
      <dl className={classes(card.card, factList.list)}>
        <Fact title={t('bridge.darktable')}>
          {darktable.version ?? t('bridge.notInstalled')}
          {darktable.pid !== null && (
            <span className={text.muted}> · {t('bridge.process', { pid: darktable.pid })}</span>
          )}
        </Fact>
        <Fact title={t('bridge.plugin')}>
          {!plugin.installed
            ? t('bridge.notInstalled')
            : t(plugin.upgradable ? 'bridge.upgradable' : 'bridge.installed', {
                version: plugin.version ?? '?',
                current: plugin.current,
              })}
        </Fact>
        {plugin.folder !== null && (
          <Fact title={t('bridge.folder')}>
            <span className={text.mono}>{plugin.folder}</span>
          </Fact>
        )}
        <Fact title={t('bridge.waiting')}>
          {t('bridge.waitingPreviews', { count: waiting.refresh })},{' '}
          {t('bridge.waitingExports', { count: waiting.export })}
          {waiting.refresh + waiting.export > 0 && (
            <>
              {' '}
              <a {...linkTo('/settings/queues')}>{t('section.queues')}</a>
            </>
          )}
        </Fact>
        <Fact title={t('bridge.perMinute')}>{t('bridge.jobs', { count: perMinute })}</Fact>
        {isAnswering && (
          <>
            <Fact title={t('bridge.now')}>{job ?? t('bridge.idle')}</Fact>
            <Fact title={t('bridge.doneSince')}>
              {t('bridge.doneCount', { done: number(done), failed: number(failed) })}
            </Fact>
          </>
        )}
        {last_sign_of_life !== null && <Fact title={t('bridge.heard')}>{ago(last_sign_of_life)}</Fact>}
        <Fact title={t('bridge.cli')}>
          {renderer.version === null ? (
            t('bridge.cliNone')
          ) : (
            <>
              {renderer.version} ·{' '}
              {renderer.state === 'waiting' && renderer.refining > 0
                ? t('bridge.cliRefining', { count: renderer.refining })
                : t(`bridge.cliState.${renderer.state}`)}
              {renderer.jobs.length > 0 && ` (${renderer.jobs.join(', ')})`}
              {renderer.reason !== null && (
                <>
                  : <Said>{renderer.reason}</Said>
                </>
              )}
            </>
          )}
          {' · '}
          <a {...linkTo('/settings/rendering')}>{t('bridge.who')}</a>
        </Fact>
      </dl>
      <Confirm
        open={sure}
        title={t('bridge.uninstallTitle')}
        words={t('bridge.uninstallHow')}
        action={t('bridge.uninstall')}
        busy={act.isPending}
        onYes={() => act.mutate('uninstall')}
        onClose={() => setSure(false)}
      />
    </>
  );
}

export const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
