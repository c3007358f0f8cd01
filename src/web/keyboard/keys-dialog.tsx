import { Suspense } from 'react';
import { t } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { latePanel } from '../ui/late-part.tsx';
import type { Part } from './key-list.tsx';

const KeyList = latePanel(async () => (await import('./key-list.tsx')).KeyList);

interface Props {
  open: boolean;
  onClose: () => void;
  /** Of a view that has keys of its own. */
  parts?: readonly Part[];
}

/** Lists every key that does something. */
export function KeysDialog({ open, onClose, parts }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')} wide>
      <Suspense fallback={null}>
        <KeyList parts={parts} />
      </Suspense>
    </Dialog>
  );
}
