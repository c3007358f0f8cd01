import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowLeft, CircleStop, Settings2, Trash2 } from 'lucide-react';
import type { Proof } from '../../contract/proofs.ts';
import { addMatches, deleteProof, endProof, proofMarksQuery, showChanges } from '../api/proofs.ts';
import { useWhyNot } from '../api/rights.ts';
import { linkTo, navigate } from '../location.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Confirm } from '../ui/confirm.tsx';
import controls from '../ui/controls.module.css';
import { Waiting } from '../ui/notice.tsx';
import frame from '../ui/page.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { ProofGuests, ProofVisits } from './proof-guests.tsx';
import { ProofLinks } from './proof-links.tsx';
import { factsWords, stateWords } from './proof-words.ts';
import styles from './proofs.module.css';
import { Said } from './said.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { TakeoverDialog } from './takeover-dialog.tsx';
import { t } from './words.ts';

/** One proof: what guests said, who they are, and all that can be changed. */
export function ProofPage({ proof }: { proof: Proof }) {
  const { id, title, state } = proof;
  const { data: marks, error } = useQuery(proofMarksQuery(id));
  const mayChange = useWhyNot('proofing:manage') === null;
  const [isTaking, setTaking] = useState(false);
  return (
    <div className={classes(frame.page, styles.proof)}>
      <header className={frame.head}>
        <div>
          <a className={styles.back} {...linkTo('/proofs')}>
            <ArrowLeft size={15} aria-hidden />
            {t('all')}
          </a>
          <h1>{title}</h1>
          <p>
            {stateWords(proof)} · {factsWords(proof)}
          </p>
        </div>
        <div className={styles.buttons}>
          {proof.marked > 0 && marks && (
            <button type="button" className={button('primary')} onClick={() => setTaking(true)}>
              <ArrowDownToLine size={16} aria-hidden />
              {t('takeOver')}
            </button>
          )}
          {mayChange && <Actions proof={proof} />}
        </div>
      </header>
      {isTaking && marks && <TakeoverDialog proof={proof} guests={marks.guests} onClose={() => setTaking(false)} />}
      <News proof={proof} mayChange={mayChange && state === 'open'} />
      <div className={styles.columns}>
        <div>
          {marks ? <Said marks={marks} title={title} /> : !error && <Waiting />}
          <p className={text.complaint} role="alert">
            {error && <Reason error={error} />}
          </p>
        </div>
        <div className={styles.side}>
          <ProofGuests proof={proof} guests={marks?.guests ?? []} mayChange={mayChange && state === 'open'} />
          <ProofLinks proof={proof} mayChange={mayChange && state !== 'ended'} />
          <ProofVisits visits={proof.visits} />
        </div>
      </div>
    </div>
  );
}

/** What has happened that the photographer may want to act on. */
function News({ proof, mayChange }: { proof: Proof; mayChange: boolean }) {
  const { id, is_shown: isShown, state, made, pictures, problem, changed, matching } = proof;
  const showing = useMutation({ mutationFn: () => showChanges(id), networkMode: 'always' });
  const adding = useMutation({ mutationFn: () => addMatches(id), networkMode: 'always' });
  const failure = showing.error ?? adding.error;
  return (
    <div className={styles.news} role="status">
      {!isShown && <p>{t('elsewhere')}</p>}
      {problem !== null && <p className={text.complaint}>{problem}</p>}
      {state === 'open' && made < pictures && problem === null && (
        <progress
          className={controls.progress}
          value={made}
          max={pictures}
          aria-label={t('pictures', { count: pictures })}
        />
      )}
      {changed > 0 && (
        <p className={styles.notice}>
          {t('changed', { count: changed })}
          {mayChange && (
            <button type="button" className={button()} disabled={showing.isPending} onClick={() => showing.mutate()}>
              {t('showNow')}
            </button>
          )}
        </p>
      )}
      {matching > 0 && (
        <p className={styles.notice}>
          {t('matching', { count: matching })}
          {mayChange && (
            <button type="button" className={button()} disabled={adding.isPending} onClick={() => adding.mutate()}>
              {t('add', { count: matching })}
            </button>
          )}
        </p>
      )}
      {failure && (
        <p className={text.complaint}>
          <Reason error={failure} />
        </p>
      )}
    </div>
  );
}

function Actions({ proof }: { proof: Proof }) {
  const { id, title, state } = proof;
  const [asked, setAsked] = useState<'settings' | 'end' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const leaving = useMutation({
    mutationFn: async (what: 'end' | 'delete') => {
      if (what === 'end') return endProof(id);
      navigate('/proofs');
      return deleteProof(id);
    },
    networkMode: 'always',
    onSuccess: close,
  });
  const isAsked = asked === 'end' || asked === 'delete' ? asked : null;
  return (
    <div className={styles.buttons}>
      <button type="button" className={button()} onClick={() => setAsked('settings')}>
        <Settings2 size={16} aria-hidden />
        {t('settings')}
      </button>
      {state !== 'ended' && (
        <button type="button" className={button()} onClick={() => setAsked('end')}>
          <CircleStop size={16} aria-hidden />
          {t('end')}
        </button>
      )}
      <button
        type="button"
        className={button('quiet', 'icon')}
        aria-label={t('delete')}
        title={t('delete')}
        onClick={() => setAsked('delete')}
      >
        <Trash2 size={16} aria-hidden />
      </button>
      {asked === 'settings' && <SettingsDialog proof={proof} onClose={close} />}
      {isAsked !== null && (
        <Confirm
          open
          title={t(`${isAsked}Title`, { name: title })}
          words={t(`${isAsked}How`)}
          action={t(isAsked)}
          busy={leaving.isPending}
          complaint={leaving.error && <Reason error={leaving.error} />}
          onYes={() => leaving.mutate(isAsked)}
          onClose={close}
        />
      )}
    </div>
  );
}
