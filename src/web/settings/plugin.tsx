import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BridgeStatus } from '../../contract/admin.ts';
import { actOnBridge, bridgeQuery } from '../api/admin.ts';
import { number, renderingWords } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { MendButton } from '../rendering/mend-button.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { say } from '../ui/toasts.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { NotYet, Said, useAct } from './parts.tsx';
import { ago, t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import factList from './fact-list.module.css';
import stateCard from './state-card.module.css';
import { button } from '../ui/button.ts';

const LOOKS: Record<BridgeStatus['state'], 'ok' | 'warn' | 'bad'> = {
  ready: 'ok',
  working: 'ok',
  stuck: 'bad',
  'no-bridge': 'warn',
  closed: 'warn',
  missing: 'bad',
};

/** Install, uninstall, start. A toast shows the outcome. */
export function useBridgeAct(done?: () => void) {
  return useAct(actOnBridge, {
    changes: ['bridge'],
    done: ({ done: outcome }) => {
      say({ title: t(`plugin.acted.${outcome}`) });
      done?.();
    },
  });
}

export function Plugin() {
  const bridge = useQuery(bridgeQuery);
  const [sure, setSure] = useState(false);
  const act = useBridgeAct(() => setSure(false));
  if (!bridge.data) return <NotYet query={bridge} />;
  return (
    <>
      <StateCard status={bridge.data} act={act} onUninstall={() => setSure(true)} />
      <Facts status={bridge.data} />
      <Confirm
        open={sure}
        title={t('plugin.uninstallTitle')}
        words={t('plugin.uninstallHow')}
        action={t('plugin.uninstall')}
        busy={act.isPending}
        onYes={() => act.mutate('uninstall')}
        onClose={() => setSure(false)}
      />
    </>
  );
}

interface StateCardProps {
  status: BridgeStatus;
  act: ReturnType<typeof useBridgeAct>;
  onUninstall: () => void;
}

/** How it is, and what can be done about it. */
function StateCard({ status, act, onUninstall }: StateCardProps) {
  const { state, plugin, rendering } = status;
  const stateWords = t(state === 'no-bridge' && !plugin.installed ? 'plugin.stateNoPlugin' : `plugin.state.${state}`);
  const sentence = renderingWords(rendering);
  const needsPlugin = !plugin.installed || plugin.upgradable;
  const isMended = rendering.is_rendering || rendering.cli_could;
  return (
    <section
      className={classes(card.card, stateCard.card, stateCard[rendering.is_rendering ? 'ok' : LOOKS[state]])}
      aria-label={t('section.plugin')}
    >
      <div role="status">
        <h2>{rendering.is_rendering ? sentence : stateWords}</h2>
        <p className={text.muted}>{rendering.is_rendering ? stateWords : sentence}</p>
        <Advice of={status} />
      </div>
      <div className={card.actions}>
        {rendering.cli_could && <MendButton rendering={rendering} isPrimary />}
        {needsPlugin && (
          <ActionButton
            className={button(!isMended && 'primary')}
            whyNot={plugin.folder === null ? t('plugin.neverStarted') : null}
            disabled={act.isPending}
            onClick={() => act.mutate('install')}
          >
            {t(plugin.installed ? 'plugin.upgrade' : 'plugin.install')}
          </ActionButton>
        )}
        {state === 'closed' && (
          <button
            type="button"
            className={button(!needsPlugin && !isMended && 'primary')}
            disabled={act.isPending}
            onClick={() => act.mutate('start-darktable')}
          >
            {t('plugin.start')}
          </button>
        )}
        {plugin.installed && (
          <button type="button" className={button()} disabled={act.isPending} onClick={onUninstall}>
            {t('plugin.uninstall')}
          </button>
        )}
      </div>
    </section>
  );
}

function Facts({ status }: { status: BridgeStatus }) {
  const { state, darktable, plugin, job, done, failed, last_sign_of_life, waiting, renderer } = status;
  const isAnswering = state === 'ready' || state === 'working' || state === 'stuck';
  return (
    <dl className={classes(card.card, factList.list)}>
      <Fact title={t('plugin.darktable')}>
        {darktable.version ?? t('plugin.notInstalled')}
        {darktable.pid !== null && <span className={text.muted}> · {t('plugin.process', { pid: darktable.pid })}</span>}
        {darktable.installed.map(({ program, version }, at) => (
          <div key={program} className={text.muted}>
            <span className={text.mono}>{program}</span> {at > 0 && t('plugin.notUsed', { version: version ?? '?' })}
          </div>
        ))}
        {darktable.installed.length > 1 && <a {...linkTo('/settings/library')}>{t('plugin.which')}</a>}
      </Fact>
      <Fact title={t('plugin.plugin')}>
        {!plugin.installed
          ? t('plugin.notInstalled')
          : t(plugin.upgradable ? 'plugin.upgradable' : 'plugin.installed', {
              version: plugin.version ?? '?',
              current: plugin.current,
            })}
      </Fact>
      {plugin.folder !== null && (
        <Fact title={t('plugin.folder')}>
          <span className={text.mono}>{plugin.folder}</span>
        </Fact>
      )}
      <Fact title={t('plugin.waiting')}>
        {t('plugin.waitingPreviews', { count: waiting.refresh })},{' '}
        {t('plugin.waitingExports', { count: waiting.export })}
        {waiting.refresh + waiting.export > 0 && (
          <>
            {' '}
            <a {...linkTo('/settings/queues')}>{t('section.queues')}</a>
          </>
        )}
      </Fact>
      <Fact title={t('plugin.perMinute')}>{t('plugin.jobs', { count: status.jobs_per_minute })}</Fact>
      {isAnswering && (
        <>
          <Fact title={t('plugin.now')}>{job ?? t('plugin.idle')}</Fact>
          <Fact title={t('plugin.doneSince')}>
            {t('plugin.doneCount', { done: number(done), failed: number(failed) })}
          </Fact>
        </>
      )}
      {last_sign_of_life !== null && <Fact title={t('plugin.heard')}>{ago(last_sign_of_life)}</Fact>}
      <Fact title={t('plugin.cli')}>
        <Renderer of={renderer} />
        {' · '}
        <a {...linkTo('/settings/rendering')}>{t('plugin.who')}</a>
      </Fact>
    </dl>
  );
}

/** What `darktable-cli` does. */
function Renderer({ of: { version, state, refining, jobs, reason } }: { of: BridgeStatus['renderer'] }) {
  if (version === null) return t('plugin.cliNone');
  return (
    <>
      {version} ·{' '}
      {state === 'waiting' && refining > 0
        ? t('plugin.cliRefining', { count: refining })
        : t(`plugin.cliState.${state}`)}
      {jobs.length > 0 && ` (${jobs.join(', ')})`}
      {reason !== null && (
        <>
          : <Said>{reason}</Said>
        </>
      )}
    </>
  );
}

/** What to do about the plugin, unless the line about rendering says so already. */
function Advice({ of: { state, reason, plugin, rendering } }: { of: BridgeStatus }) {
  if (state === 'stuck' && reason !== null && rendering.state !== 'plugin-stuck') {
    return (
      <p className={text.muted}>
        {t('plugin.reason')} <Said>{reason}</Said>
      </p>
    );
  }
  if (plugin.restart_needed) return <p className={text.muted}>{t('plugin.otherVersion')}</p>;
  if (state === 'no-bridge' && plugin.installed && rendering.state !== 'plugin-silent') {
    return <p className={text.muted}>{t('plugin.restartDarktable')}</p>;
  }
  return null;
}

export const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
