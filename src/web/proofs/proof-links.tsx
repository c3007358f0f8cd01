import { type SubmitEvent, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, Trash2 } from 'lucide-react';
import type { NewProofLink, Proof, ProofLink } from '../../contract/proofs.ts';
import { addLink, proofAddressesQuery, removeLink } from '../api/proofs.ts';
import { dateTime } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import { Confirm } from '../ui/confirm.tsx';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { TextField } from '../ui/text-field.tsx';
import { MadeLinks } from './made-links.tsx';
import styles from './proofs.module.css';
import { t } from './words.ts';

/** The links of a proof. Their secrets are not kept, so that one that was lost is made anew. */
export function ProofLinks({ proof, mayChange }: { proof: Proof; mayChange: boolean }) {
  const [made, setMade] = useState<NewProofLink | null>(null);
  const [leaving, setLeaving] = useState<ProofLink | null>(null);
  const { data: [address] = [] } = useQuery({ ...proofAddressesQuery, enabled: made !== null });
  const removing = useMutation({
    mutationFn: (link: number) => removeLink(proof.id, link),
    networkMode: 'always',
    onSuccess: () => setLeaving(null),
  });
  return (
    <section className={card.card} aria-labelledby="links-title">
      <h2 id="links-title">{t('links')}</h2>
      <ul className={styles.rows}>
        {proof.links.map((link) => {
          const made_at = t('linkMade', { time: dateTime(link.created_at) });
          const remove =
            link.name === null
              ? t('removeLinkAll', { time: dateTime(link.created_at) })
              : t('removeLinkOf', { name: link.name });
          return (
            <li key={link.id}>
              <div>
                <b>{link.name ?? t('linkAll')}</b>
                <p className={text.muted}>{made_at}</p>
              </div>
              {mayChange && (
                <button
                  type="button"
                  className={button('quiet', 'icon')}
                  aria-label={remove}
                  title={remove}
                  onClick={() => setLeaving(link)}
                >
                  <Trash2 size={16} aria-hidden />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {mayChange && <NewLink proof={proof} onMade={setMade} />}
      {made && address && <MadeLinks proof={proof} links={[made]} address={address} onClose={() => setMade(null)} />}
      <Confirm
        open={leaving !== null}
        title={t('removeLinkTitle')}
        words={t('removeLinkHow')}
        action={t('removeLink')}
        busy={removing.isPending}
        complaint={removing.error && <Reason error={removing.error} />}
        onYes={() => leaving && removing.mutate(leaving.id)}
        onClose={() => setLeaving(null)}
      />
    </section>
  );
}

function NewLink({ proof, onMade }: { proof: Proof; onMade: (link: NewProofLink) => void }) {
  const isNamed = proof.guests === 'named';
  const [name, setName] = useState('');
  const making = useMutation({
    mutationFn: () => addLink(proof.id, isNamed ? name.trim() : null),
    networkMode: 'always',
    onSuccess: (link) => {
      setName('');
      onMade(link);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    making.mutate();
  };
  return (
    <form className={styles.newLink} onSubmit={submit}>
      {isNamed && <TextField label={t('newLinkFor')} value={name} most={100} onChange={setName} />}
      <button type="submit" className={button()} disabled={making.isPending || (isNamed && name.trim() === '')}>
        <Link size={16} aria-hidden />
        {t('newLink')}
      </button>
      <p className={text.complaint} role="alert">
        {making.error && <Reason error={making.error} />}
      </p>
    </form>
  );
}
