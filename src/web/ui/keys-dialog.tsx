import { t } from '../i18n/words.ts';
import { Dialog } from './dialog.tsx';

const GALLERY = [
  [['← → ↑ ↓'], 'arrows'],
  [['home', 'end'], 'homeEnd'],
  [['pageUp', 'pageDown'], 'pages'],
  [['enter'], 'enter'],
  [['space'], 'space'],
  [['shift', '← → ↑ ↓'], 'shiftArrows'],
  [['ctrl', 'A'], 'ctrlA'],
  [['Esc'], 'esc'],
  [['/'], 'slash'],
  [['?'], 'help'],
] as const;
const PICTURE = [
  [['←', '→'], 'prevNext'],
  [['Z'], 'zoom'],
  [['+', '−'], 'plusMinus'],
  [['shift', '← → ↑ ↓'], 'pan'],
  [['B'], 'before'],
  [['I'], 'info'],
  [['D'], 'develop'],
  [['Esc'], 'back'],
] as const;

/** Keys that are labelled otherwise on a keyboard of another language; all others bear their own sign. */
const NAMED = ['home', 'end', 'pageUp', 'pageDown', 'enter', 'space', 'shift', 'ctrl'] as const;
const labelOf = (key: string): string => {
  const named = NAMED.find((name) => name === key);
  return named === undefined ? key : t(`keys.names.${named}`);
};

/** Every key that does something. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')}>
      <div className="keys">
        {([['gallery', GALLERY] as const, ['picture', PICTURE] as const] as const).map(([part, list]) => (
          <section key={part}>
            <h3>{t(`keys.${part}`)}</h3>
            <dl>
              {list.map(([keys, what]) => (
                <div key={what}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{labelOf(key)}</kbd>
                    ))}
                  </dt>
                  <dd>{t(`keys.${what}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
