import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { howToUpdate, UPDATE_PROBLEM_WORDS } from '../../contract/update-words.ts';
import type { UpdateStatus } from '../../contract/updates.ts';
import { cancelUpdate, checkForUpdate, installUpdate, updateQuery } from '../api/admin.ts';
import { queryClient } from '../api/query-client.ts';
import { t as tPage } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import { classes } from '../ui/classes.ts';
import controls from '../ui/controls.module.css';
import text from '../ui/text.module.css';
import { translated } from './diagnostics-words.ts';
import { NotYet, Said, useAct } from './parts.tsx';
import { type Piece, readNotes } from './release-notes.ts';
import { SettingGroup } from './setting-group.tsx';
import stateCard from './state-card.module.css';
import styles from './updates.module.css';
import { ago, dayWords, fileSize, t } from './words.ts';

/** Whether there is a newer version, what is new in it, and how it comes onto this computer. */
export function Updates() {
  const update = useQuery(updateQuery);
  useNewPage(update.data?.version);
  const keep = {
    changes: [],
    done: (status: UpdateStatus) => queryClient.setQueryData(updateQuery.queryKey, status),
  };
  const check = useAct(checkForUpdate, keep);
  const install = useAct(installUpdate, keep);
  const cancel = useAct(cancelUpdate, keep);
  if (!update.data) return <NotYet query={update} />;
  const { enabled, has_key: hasKey, available, can_install: canInstall, progress, problem } = update.data;
  const isBusy = check.isPending || install.isPending || progress !== null;
  const look = problem ? 'bad' : available ? 'warn' : enabled ? 'ok' : undefined;
  return (
    <>
      <section
        className={classes(card.card, stateCard.card, look && stateCard[look])}
        aria-label={t('updates.state')}
        aria-busy={isBusy}
      >
        <div role="status">
          <h2>{check.isPending ? t('updates.looking') : titleOf(update.data)}</h2>
          <Details of={update.data} />
        </div>
        {enabled && hasKey && (
          <div className={card.actions}>
            {available && canInstall && (
              <button
                type="button"
                className={button('primary')}
                disabled={isBusy}
                onClick={() => install.mutate(undefined)}
              >
                <Download size={16} aria-hidden />
                {t('updates.install')}
              </button>
            )}
            {progress && progress.step !== 'try' && (
              <button
                type="button"
                className={button()}
                disabled={cancel.isPending}
                onClick={() => cancel.mutate(undefined)}
              >
                {tPage('common.cancel')}
              </button>
            )}
            <button type="button" className={button()} disabled={isBusy} onClick={() => check.mutate(undefined)}>
              <RefreshCw size={15} aria-hidden />
              {t('updates.look')}
            </button>
          </div>
        )}
      </section>
      {available && (
        <section className={card.card} aria-labelledby="new-in-update">
          <h2 id="new-in-update">{t('updates.new', { version: available.version })}</h2>
          <p className={text.muted}>{t('updates.of', { day: dayWords(available.date) })}</p>
          <Notes markdown={available.notes} />
        </section>
      )}
      {/* Without a key, all there is to do is to switch off what somebody switched on. */}
      {(hasKey || enabled) && <SettingGroup name="updates" />}
    </>
  );
}

/** Once another version answers, its own page is loaded. */
function useNewPage(version: string | undefined): void {
  const first = useRef(version);
  useEffect(() => {
    first.current ??= version;
    if (version !== undefined && version !== first.current) location.reload();
  }, [version]);
}

function titleOf({ enabled, has_key: hasKey, available, progress, problem, checked, version }: UpdateStatus): string {
  if (progress) return t('updates.installing', { version: available?.version ?? '' });
  if (available) return t('updates.available', { version: available.version });
  if (!hasKey) return t('updates.noKey');
  if (!enabled) return t('updates.off');
  if (problem) return t('updates.unknown');
  return checked === null ? t('updates.notYet') : t('updates.newest', { version });
}

function Details({ of: status }: { of: UpdateStatus }) {
  const { enabled, has_key: hasKey, available, progress, problem, checked, version, can_install: canInstall } = status;
  if (progress) return <Progress of={progress} />;
  if (!hasKey) return <p className={text.muted}>{t('updates.noKeyHow')}</p>;
  if (!enabled) return <p className={text.muted}>{t('updates.offHow', { version })}</p>;
  return (
    <>
      {problem && (
        <p className={text.muted}>
          {UPDATE_PROBLEM_WORDS[problem.code].map((sentence) => (
            <Sentence key={sentence}>{sentence}</Sentence>
          ))}{' '}
          <Said>{problem.message}</Said>
        </p>
      )}
      {available && (
        <p className={text.muted}>
          {t('updates.running', { version })}{' '}
          {canInstall ? t('updates.installHow') : <Sentence>{howToUpdate(status)}</Sentence>}
        </p>
      )}
      {!problem && !available && (
        <p className={text.muted}>
          {checked === null ? t('updates.running', { version }) : t('updates.looked', { time: ago(checked) })}
        </p>
      )}
    </>
  );
}

const Sentence = ({ children }: { children: string }) => <>{translated(children) ?? <Said>{children}</Said>} </>;

function Progress({ of: { step, done, total } }: { of: NonNullable<UpdateStatus['progress']> }) {
  const isKnown = step === 'download' && total > 0;
  return (
    <>
      <p>
        <progress
          className={controls.progress}
          aria-label={t('updates.progress')}
          max={1}
          {...(isKnown && { value: done / total })}
        />
      </p>
      <p className={text.muted}>
        {t(`updates.step.${step}`, { done: fileSize(done), total: fileSize(Math.max(done, total)) })}
      </p>
    </>
  );
}

function Notes({ markdown }: { markdown: string }) {
  return (
    <div className={styles.notes} lang="en">
      {readNotes(markdown).map((block, at) => {
        if (block.kind === 'list')
          return (
            <ul key={at}>
              {block.items.map((item, each) => (
                <li key={each}>
                  <Words of={item} />
                </li>
              ))}
            </ul>
          );
        const As = block.kind === 'heading' ? 'h3' : 'p';
        return (
          <As key={at}>
            <Words of={block.words} />
          </As>
        );
      })}
    </div>
  );
}

const Words = ({ of }: { of: readonly Piece[] }) =>
  of.map(({ kind, words }, at) => {
    if (kind === 'plain') return words;
    const As = kind === 'strong' ? 'strong' : 'code';
    return <As key={at}>{words}</As>;
  });
