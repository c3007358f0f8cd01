import { t as page } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { KeyList } from '../ui/keys-dialog.tsx';
import keys from '../ui/keys-dialog.module.css';
import { t } from './words.ts';

/** Every key of the culling view. */
export function CullingKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('keys')} wide>
      {/* Longer than a phone is high: what scrolls can be reached with the keyboard. */}
      <div className={keys.keys} role="group" aria-label={t('keys')} tabIndex={0}>
        <KeyList
          title={t('key.do')}
          list={[
            [['0', '…', '5'], page('keys.stars')],
            [['R'], page('keys.reject')],
            [['F1', '…', 'F5'], page('keys.labels')],
            [['6', '…', '9'], t('key.labelDigits')],
            [['shift'], t('key.stay')],
            [['A'], t('key.advance')],
            [['T'], page('keys.tags')],
            [['ctrl', 'Z'], page('keys.undo')],
            [['ctrl', 'shift', 'Z'], page('keys.redo')],
          ]}
        />
        <KeyList
          title={t('key.look')}
          list={[
            [['Z'], page('keys.zoom')],
            [['+', '−'], page('keys.plusMinus')],
            [['shift', 'left right up down'], page('keys.pan')],
            [['E'], t('single')],
            [['C'], t('compare')],
            [['S'], t('survey')],
            [['L'], t('key.link')],
          ]}
        />
        <KeyList
          title={t('key.go')}
          list={[
            [['left', 'right'], page('keys.prevNext')],
            [['home', 'end'], page('keys.homeEnd')],
            [['U'], t('key.undecided')],
            [['pageUp', 'pageDown'], t('key.other')],
            [['D'], page('keys.develop')],
            [['Esc'], t('key.esc')],
          ]}
        />
        <KeyList
          title={t('survey')}
          list={[
            [['space'], t('key.mark')],
            [['K'], t('keepOnly')],
            [['enter'], t('key.apply')],
          ]}
        />
      </div>
    </Dialog>
  );
}
