import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { Dialog } from './dialog.tsx';
import styles from './keys-dialog.module.css';

const GALLERY = [
  [['left right up down'], 'arrows'],
  [['home', ',', 'end'], 'homeEnd'],
  [['pageUp', ',', 'pageDown'], 'pages'],
  [['enter'], 'enter'],
  [['space'], 'space'],
  [['shift', 'left right up down'], 'shiftArrows'],
  [['ctrl', 'A'], 'ctrlA'],
  [['Esc'], 'esc'],
  [['/'], 'slash'],
] as const;
export const PICTURE = [
  [['left right'], 'prevNext'],
  [['home', ',', 'end'], 'homeEnd'],
  [['Z'], 'zoom'],
  [['+', ',', '−'], 'plusMinus'],
  [['shift', 'left right up down'], 'pan'],
  [['B'], 'before'],
  [['Y'], 'split'],
  [['O'], 'clipping'],
  [['I'], 'info'],
  [['D'], 'develop'],
  [['H'], 'visit'],
  [['/'], 'findModule'],
  [['Esc'], 'back'],
] as const;
export const ORGANISE = [
  [['0', '…', '5'], 'stars'],
  [['R'], 'reject'],
  [['F1', '…', 'F5'], 'labels'],
  [['T'], 'tags'],
  [['ctrl', 'C'], 'copyEdits'],
  [['ctrl', 'V'], 'pasteEdits'],
  [['ctrl', 'shift', 'V'], 'pasteParts'],
  [['ctrl', 'Z'], 'undo'],
  [['ctrl', 'shift', 'Z', ',', 'ctrl', 'Y'], 'redo'],
  [['X'], 'cull'],
  [['?'], 'help'],
] as const;
const PARTS = [
  ['gallery', GALLERY],
  ['picture', PICTURE],
  ['organise', ORGANISE],
] as const;

/** Keys with other labels on keyboards of other languages; all others show their own character. */
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

/** Lists every key that does something. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t('keys.title')} wide>
      {/* Longer than a phone is high: what scrolls can be reached with the keyboard. */}
      <div className={styles.keys} role="group" aria-label={t('keys.title')} tabIndex={0}>
        {PARTS.map(([part, list]) => (
          <KeyList
            key={part}
            title={t(`keys.${part}`)}
            list={list.map(([keys, what]) => [keys, t(`keys.${what}`)] as const)}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** Keys that are held together stay on one line, with the comma that ends them. */
function chordsOf(keys: readonly string[]): (readonly string[])[] {
  const end = keys.indexOf(',') + 1;
  return end === 0 ? [keys] : [keys.slice(0, end), ...chordsOf(keys.slice(end))];
}

interface KeyListProps {
  title: string;
  /** Keys with what they do. A comma parts keys that do the same, … is all between. */
  list: readonly (readonly [keys: readonly string[], what: string])[];
}

export function KeyList({ title, list }: KeyListProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {list.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {chordsOf(keys).map((chord, at) => (
                <span key={at} className={styles.chord}>
                  {chord.map((each) => (each === '…' || each === ',' ? each : <Key key={each} keys={each} />))}
                </span>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
