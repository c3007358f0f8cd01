import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { Dialog } from './dialog.tsx';

const GALLERY = [
  [['left right up down'], 'arrows'],
  [['home', 'end'], 'homeEnd'],
  [['pageUp', 'pageDown'], 'pages'],
  [['enter'], 'enter'],
  [['space'], 'space'],
  [['shift', 'left right up down'], 'shiftArrows'],
  [['ctrl', 'A'], 'ctrlA'],
  [['Esc'], 'esc'],
  [['/'], 'slash'],
  [['?'], 'help'],
] as const;
const PICTURE = [
  [['left', 'right'], 'prevNext'],
  [['Z'], 'zoom'],
  [['+', '−'], 'plusMinus'],
  [['shift', 'left right up down'], 'pan'],
  [['B'], 'before'],
  [['I'], 'info'],
  [['D'], 'develop'],
  [['Esc'], 'back'],
] as const;

/** Keys that are labelled otherwise on a keyboard of another language; all others bear their own sign. */
const NAMED = ['home', 'end', 'pageUp', 'pageDown', 'enter', 'space', 'shift', 'ctrl'] as const;
const ARROWS = { left: ArrowLeft, right: ArrowRight, up: ArrowUp, down: ArrowDown } as const;

/** One key, or several that do the same: `left right`. */
function Key({ keys }: { keys: string }) {
  return (
    <kbd>
      {keys.split(' ').map((key) => {
        if (key in ARROWS) {
          const arrow = key as keyof typeof ARROWS;
          const Arrow = ARROWS[arrow];
          return <Arrow key={key} size={13} role="img" aria-label={t(`keys.names.${arrow}`)} />;
        }
        const named = NAMED.find((name) => name === key);
        return named === undefined ? key : t(`keys.names.${named}`);
      })}
    </kbd>
  );
}

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
                    {keys.map((each) => (
                      <Key key={each} keys={each} />
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
