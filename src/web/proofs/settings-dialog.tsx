import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Proof } from '../../contract/proofs.ts';
import { changeProof } from '../api/proofs.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import form from '../ui/form.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { ExpiryField, MayFields, MoreFields, TitleFields } from './fields-form.tsx';
import { passwordComplaint, PasswordField } from './password-field.tsx';
import { fieldsOf } from './proof-fields.ts';
import { t } from './words.ts';

/** What can be changed while guests look at it. */
export function SettingsDialog({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(proof));
  const [password, setPassword] = useState('');
  const [isRemoved, setRemoved] = useState(false);
  const typed = password.trim();
  const keeping = useMutation({
    mutationFn: () =>
      changeProof(proof.id, {
        ...fields,
        title: fields.title.trim(),
        ...(isRemoved ? { password: null } : typed !== '' && { password: typed }),
      }),
    networkMode: 'always',
    onSuccess: onClose,
  });
  // Whether a password may be is for the service to say: it knows which addresses are used.
  const isReady = fields.title.trim() !== '' && (isRemoved || passwordComplaint(password, true) === '');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('settingsTitle', { name: proof.title })}
      actions={
        <DialogButtons
          action={t('save')}
          isOff={!isReady || keeping.isPending}
          onAction={() => keeping.mutate()}
          onClose={onClose}
        />
      }
    >
      <div className={form.form}>
        <TitleFields fields={fields} onChange={setFields} />
        <ExpiryField fields={fields} onChange={setFields} />
        <MayFields fields={fields} guests={proof.guests} onChange={setFields} />
        {!isRemoved && <PasswordField value={password} isKept={proof.has_password} isSecure onChange={setPassword} />}
        {proof.has_password && (
          <label className={form.choice}>
            <input
              type="checkbox"
              name="remove-password"
              checked={isRemoved}
              onChange={({ target }) => setRemoved(target.checked)}
            />
            <span>{t('removePassword')}</span>
          </label>
        )}
        <MoreFields fields={fields} onChange={setFields} />
      </div>
      <p className={text.complaint} role="alert">
        {keeping.error && <Reason error={keeping.error} />}
      </p>
    </Dialog>
  );
}
