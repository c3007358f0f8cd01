import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { type Action, type Actions, PARTS } from './actions.ts';
import { heldTogether, keyWords } from './key-words.ts';
import { t as tKeys } from './words.ts';
import styles from './key-list.module.css';

const ARROWS: Record<string, typeof ArrowUp> = { Left: ArrowLeft, Right: ArrowRight, Up: ArrowUp, Down: ArrowDown };

/** One key, or the arrows among them, which do the same. */
const Key = ({ keys }: { keys: readonly string[] }) => (
  <kbd>
    {keys.map((key) => {
      const Arrow = ARROWS[key];
      return Arrow ? <Arrow key={key} size={13} role="img" aria-label={keyWords(key)} /> : keyWords(key);
    })}
  </kbd>
);

type Chord = readonly (readonly string[])[];

/** The keys of an action, those that are held together in one chord: all arrows are one key, and of many only the ends are told. */
function chordsOf({ keys }: Action): Chord[] {
  const chords = keys.map(heldTogether);
  const last = chords.map((chord) => chord.at(-1) ?? '');
  if (last.every((key) => key in ARROWS)) return [[...(chords[0] ?? []).slice(0, -1).map((key) => [key]), last]];
  return chords.map((chord) => chord.map((key) => [key]));
}

function Keys({ action }: { action: Action }) {
  const chords = chordsOf(action);
  const isRow = chords.length > 2;
  const shown = isRow ? chords.filter((_, at) => at === 0 || at === chords.length - 1) : chords;
  return shown.map((chord, at) => (
    <span key={at} className={styles.chord}>
      {chord.map((keys) => (
        <Key key={keys.join()} keys={keys} />
      ))}
      {at < shown.length - 1 && (isRow ? '…' : ',')}
    </span>
  ));
}

/** Tables of actions, with their titles. */
export type Part = readonly [title: string, actions: Actions];

/** Every key of a view: of gallery and picture, or of these parts. */
export function KeyList({ parts }: { parts: readonly Part[] | undefined }) {
  const all = parts ?? (['gallery', 'picture', 'organise'] as const).map((part): Part => [tKeys(part), PARTS[part]]);
  return (
    // Longer than a phone is high: what scrolls can be reached with the keyboard.
    <div className={styles.keys} role="group" aria-label={t('keys.title')} tabIndex={0}>
      {all.map(([title, actions]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {Object.entries(actions).map(([id, action]) => (
              <div key={id}>
                <dt>
                  <Keys action={action} />
                </dt>
                <dd>{action.words()}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
