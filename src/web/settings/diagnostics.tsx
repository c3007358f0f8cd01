import { Fragment, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react';
import type { Diagnostics as Answer, Wording } from '../../contract/admin.ts';
import { diagnosticsQuery, unlockLibrary } from '../api/admin.ts';
import { linkTo } from '../location.ts';
import { translated, translatedWording } from './diagnostics-words.ts';
import { Confirm } from '../ui/confirm.tsx';
import { NotYet, Said, useAct } from './parts.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { say } from '../ui/toasts.tsx';
import { clock, t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import text from '../ui/text.module.css';
import parts from './parts.module.css';
import stateCard from './state-card.module.css';
import styles from './diagnostics.module.css';
import { button } from '../ui/button.ts';

const ICONS = { ok: CircleCheck, warn: TriangleAlert, fail: CircleAlert };
const LOOKS = { ok: 'ok', warn: 'warn', fail: 'bad' };
const TITLES = { ok: 'diagnostics.allOk', warn: 'diagnostics.someWarn', fail: 'diagnostics.someFail' } as const;

/** Where to fix what a check complains about. */
const PLACES: Record<string, 'plugin' | 'queues' | 'library' | 'rendering' | 'network'> = {
  library: 'library',
  cache: 'library',
  darktable: 'plugin',
  bridge: 'plugin',
  'refresh-queue': 'queues',
  'export-queue': 'queues',
  'export-folder': 'rendering',
  port: 'network',
};

export function Diagnostics() {
  const found = useQuery(diagnosticsQuery);
  if (!found.data) return <NotYet query={found} />;
  const { status, checks, time, safelight, system } = found.data;
  return (
    <>
      <div className={classes(card.card, stateCard.card, stateCard[LOOKS[status]])}>
        <div role="status">
          <h2>{found.isFetching ? t('diagnostics.looking') : t(TITLES[status])}</h2>
          <p className={text.muted}>
            Safelight {safelight} · {system} · {t('diagnostics.time', { time: clock(time) })}
          </p>
        </div>
        <div className={card.actions}>
          <button type="button" className={button()} disabled={found.isFetching} onClick={() => void found.refetch()}>
            <RefreshCw size={15} aria-hidden />
            {t('diagnostics.again')}
          </button>
          <CopyButton text={asText(found.data)} label={t('diagnostics.copy')} words={t('diagnostics.copy')} />
        </div>
      </div>
      <ul className={classes(card.card, parts.rows, styles.checks)}>
        {checks.map(({ id, title, status: each, advice, words }) => {
          const Icon = ICONS[each];
          return (
            <li key={id} className={classes(styles.check, styles[LOOKS[each]])}>
              <Icon size={20} aria-hidden />
              <div>
                <h3>
                  {translated(title) ?? <Said>{title}</Said>}
                  <span className={text.visuallyHidden}>: {t(`diagnostics.${each}`)}</span>
                </h3>
                <p className={text.muted}>
                  <Sentences words={words.detail} />
                </p>
                {advice !== null && (
                  <p className={styles.advice}>
                    <strong>{t('diagnostics.todo')}</strong> <Sentences words={words.advice} />{' '}
                    {each !== 'ok' && PLACES[id] !== undefined && (
                      <a {...linkTo(`/settings/${PLACES[id]}`)}>{t('diagnostics.goTo')}</a>
                    )}
                    {each !== 'ok' && id === 'lock' && <Unlock />}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Each in the reader's language if there is a translation. */
const Sentences = ({ words }: { words: readonly Wording[] }) =>
  words.map((wording, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      {translatedWording(wording) ?? <Said>{inEnglish(wording)}</Said>}
    </Fragment>
  ));

const inEnglish = ({ message, values }: Wording) =>
  message.replaceAll(/\{(\d+)\}/g, (_gap, index: string) => String(values[Number(index)]));

/** For helpers: the text that safelight doctor prints. */
const asText = ({ safelight, system, checks }: Answer) =>
  [
    `Safelight ${safelight} on ${system}`,
    ...checks.map(
      ({ status, title, detail, advice }) =>
        `[${status}] ${title}: ${detail}${advice === null ? '' : `\n       ${advice}`}`,
    ),
  ].join('\n');

/** Says that no darktable has the library open, and removes the lock that one left. */
function Unlock() {
  const [isAsked, setAsked] = useState(false);
  const unlock = useAct(unlockLibrary, {
    changes: ['diagnostics'],
    done: () => say({ title: t('diagnostics.unlocked') }),
  });
  return (
    <>
      <button type="button" className={button()} onClick={() => setAsked(true)}>
        {t('diagnostics.unlock')}
      </button>
      <Confirm
        open={isAsked}
        title={t('diagnostics.unlockTitle')}
        words={t('diagnostics.unlockWords')}
        action={t('diagnostics.unlockGo')}
        busy={unlock.isPending}
        onYes={() => unlock.mutate(undefined, { onSettled: () => setAsked(false) })}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
