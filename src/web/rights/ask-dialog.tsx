import { useState } from 'react';
import type { MoreRights } from '../../contract/rights-requests.ts';
import { askForRights } from '../api/rights-requests.ts';
import { DeviceRights } from '../settings/device-rights.tsx';
import { useAct } from '../settings/parts.tsx';
import { t } from '../settings/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import text from '../ui/text.module.css';

const CHOICES: readonly MoreRights[] = ['cull', 'most'];

/** What this device asks for. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const [rights, setRights] = useState<MoreRights>('cull');
  const ask = useAct(askForRights, { changes: [], done: onClose });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.askTitle')}
      actions={
        <DialogButtons
          action={t('devices.ask')}
          isOff={ask.isPending}
          onAction={() => ask.mutate(rights)}
          onClose={onClose}
        />
      }
    >
      <DeviceRights choices={CHOICES} legend={t('devices.askFor')} chosen={rights} onChange={setRights} />
      <p className={text.muted}>{t('devices.askHow')}</p>
    </Dialog>
  );
}
