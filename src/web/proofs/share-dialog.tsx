import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MOST_PROOF_LINKS, PROOF_DAYS, PROOF_GUESTS } from '../../contract/proof-choices.ts';
import type { Proof, ProofAddress, ProofMade } from '../../contract/proofs.ts';
import type { PublicationSource } from '../../contract/publications.ts';
import { makeProof, proofAddressesQuery } from '../api/proofs.ts';
import { queryClient } from '../api/query-client.ts';
import { useWhyNot } from '../api/rights.ts';
import { ChoiceField } from '../publishing/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import form from '../ui/form.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { AddressChoice } from './address-choice.tsx';
import { Radios } from './choices.tsx';
import { ExpiryField, MayFields, MoreFields, TitleFields } from './fields-form.tsx';
import { MadeLinks } from './made-links.tsx';
import { passwordComplaint, PasswordField } from './password-field.tsx';
import { newFields } from './proof-fields.ts';
import styles from './proofs.module.css';
import { t } from './words.ts';

export interface ShareSource {
  key: string;
  words: string;
  source: PublicationSource;
}

interface Props {
  /** What can be shared; the first is chosen at first. */
  sources: readonly [ShareSource, ...ShareSource[]];
  title?: string;
  order?: Proof['order'];
  onClose: () => void;
}

/** Makes a proof, and then shows its links. */
export function ShareDialog(props: Props) {
  const [made, setMade] = useState<{ proof: ProofMade; address: ProofAddress | undefined } | null>(null);
  return made ? (
    <MadeLinks {...made.proof} address={made.address} onClose={props.onClose} />
  ) : (
    <NewProofDialog {...props} onMade={(proof, address) => setMade({ proof, address })} />
  );
}

function NewProofDialog({
  sources,
  title = '',
  order = 'taken',
  onMade,
  onClose,
}: Props & { onMade: (made: ProofMade, address: ProofAddress | undefined) => void }) {
  const { data: addresses, error } = useQuery(proofAddressesQuery);
  const [fields, setFields] = useState(() => ({ ...newFields(PROOF_DAYS), title, order }));
  const [source, setSource] = useState(sources[0]);
  const [guests, setGuests] = useState<(typeof PROOF_GUESTS)[number]>('each');
  const [names, setNames] = useState('');
  const [password, setPassword] = useState('');
  const [wanted, setAddress] = useState<ProofAddress | null>(null);
  const address = addresses?.find(({ url }) => url === wanted?.url) ?? addresses?.[0];
  const links = guests === 'named' ? namesIn(names) : [];
  const making = useMutation({
    mutationFn: () =>
      makeProof({
        ...fields,
        title: fields.title.trim(),
        guests,
        source: source.source,
        links,
        ...(password.trim() !== '' && { password: password.trim() }),
      }),
    networkMode: 'always',
    onSuccess: async (made) => onMade(made, await addressNow(address)),
  });
  const isReady =
    fields.title.trim() !== '' &&
    passwordComplaint(password, address?.is_secure !== false) === '' &&
    (guests !== 'named' || links.length > 0);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shareTitle')}
      actions={
        <DialogButtons
          action={t('makeLink')}
          isOff={!isReady || making.isPending}
          whyNot={useWhyNot('proofing:manage')}
          onAction={() => making.mutate()}
          onClose={onClose}
        />
      }
    >
      <div className={form.form}>
        {addresses ? (
          <AddressChoice addresses={addresses} chosen={address} onChange={setAddress} />
        ) : (
          !error && <p role="status">{t('looking')}</p>
        )}
        <div>
          {sources.length > 1 ? (
            <ChoiceField
              label={t('source')}
              value={source.key}
              options={sources.map(({ key, words }) => ({ value: key, words }))}
              onChange={(key) => setSource(sources.find((one) => one.key === key) ?? source)}
            />
          ) : (
            <p>
              <b>{source.words}</b>
            </p>
          )}
          <p className={text.muted}>{t('fixed')}</p>
        </div>
        <TitleFields fields={fields} onChange={setFields} />
        <Radios
          legend={t('who')}
          name="guests"
          value={guests}
          options={PROOF_GUESTS.map((value) => ({ value, words: t(`whos.${value}`) }))}
          onChange={setGuests}
        />
        {guests === 'named' && (
          <Labelled label={t('names')} complaint={names !== '' && links.length === 0 ? t('noNames') : ''}>
            {(own) => (
              <textarea
                className={styles.text}
                rows={3}
                value={names}
                onChange={({ target }) => setNames(target.value)}
                {...own}
              />
            )}
          </Labelled>
        )}
        <MayFields fields={fields} guests={guests} onChange={setFields} />
        <PasswordField value={password} isSecure={address?.is_secure !== false} onChange={setPassword} />
        <ExpiryField fields={fields} onChange={setFields} />
        <MoreFields fields={fields} onChange={setFields} />
      </div>
      <p className={text.complaint} role="alert">
        {(error ?? making.error) && <Reason error={error ?? making.error} />}
      </p>
    </Dialog>
  );
}

/** Guests are listened to from the first proof on, and their port may be another one than was expected. */
async function addressNow(chosen: ProofAddress | undefined): Promise<ProofAddress | undefined> {
  const addresses = await queryClient.query(proofAddressesQuery);
  return (
    addresses.find(({ url }) => url === chosen?.url) ??
    addresses.find(({ reach }) => reach === chosen?.reach) ??
    addresses[0]
  );
}

const namesIn = (lines: string): string[] =>
  [...new Set(lines.split('\n').map((line) => line.trim()))].filter((name) => name !== '').slice(0, MOST_PROOF_LINKS);
