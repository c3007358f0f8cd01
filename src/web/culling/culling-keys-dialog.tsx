import { t as page } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyList } from '../ui/keys-dialog.tsx';
import keys from '../ui/keys-dialog.module.css';
import { KEY_LIST } from './key-list.ts';
import { t } from './words.ts';

const PARTS = ['do', 'look', 'go', 'survey'] as const;
type Row = (typeof KEY_LIST)[(typeof PARTS)[number]][number];

const wordsOf = (row: Row): string =>
  'page' in row ? page(`keys.${row.page}`) : 'own' in row ? t(`key.${row.own}`) : t(row.view);

/** Every key of the culling view. */
export function CullingKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('keys')} wide>
      {/* Longer than a phone is high: what scrolls can be reached with the keyboard. */}
      <div className={keys.keys} role="group" aria-label={t('keys')} tabIndex={0}>
        {PARTS.map((part) => (
          <KeyList
            key={part}
            title={part === 'survey' ? t('survey') : t(`key.${part}`)}
            list={KEY_LIST[part].map((row) => [row.keys, wordsOf(row)] as const)}
          />
        ))}
      </div>
    </Dialog>
  );
}
