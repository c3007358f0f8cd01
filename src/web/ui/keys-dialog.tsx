import { t } from '../i18n/words.ts';
import { Dialog } from './dialog.tsx';

const GALLERY = [
  [['←', '→', '↑', '↓'], 'arrows'],
  [['Home', 'End'], 'homeEnd'],
  [['Page ↑', 'Page ↓'], 'pages'],
  [['Enter'], 'enter'],
  [['Space'], 'space'],
  [['Shift', '← → ↑ ↓'], 'shiftArrows'],
  [['Ctrl', 'A'], 'ctrlA'],
  [['Esc'], 'esc'],
  [['/'], 'slash'],
  [['?'], 'help'],
] as const;
const PICTURE = [
  [['←', '→'], 'prevNext'],
  [['Z'], 'zoom'],
  [['+', '−'], 'plusMinus'],
  [['Shift', '← → ↑ ↓'], 'pan'],
  [['B'], 'before'],
  [['I'], 'info'],
  [['D'], 'develop'],
  [['Esc'], 'esc'],
] as const;

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
                      <kbd key={key}>{key}</kbd>
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
