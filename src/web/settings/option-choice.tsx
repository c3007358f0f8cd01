import { classes } from '../ui/classes.ts';
import { optionWords } from './setting-words.ts';
import text from '../ui/text.module.css';
import form from '../ui/form.module.css';

interface Props {
  id: string;
  describedBy: string;
  /** The setting's name. */
  name: string;
  type: 'radio' | 'checkbox';
  options: readonly (string | number)[];
  chosen: readonly unknown[];
  onChoose: (option: string | number, on: boolean) => void;
}

/** A choice of one, or of several, each with its meaning. */
export function OptionChoice({ id, describedBy, name, type, options, chosen, onChoose }: Props) {
  return (
    <div
      className={classes(form.choices, type === 'checkbox' && form.choicesMany)}
      role={type === 'radio' ? 'radiogroup' : 'group'}
      aria-labelledby={`${id}-title`}
      aria-describedby={describedBy}
    >
      {options.map((option) => {
        const words = optionWords(name, option);
        return (
          <label key={option} className={form.choice}>
            <input
              type={type}
              name={id}
              checked={chosen.includes(option)}
              onChange={({ target }) => onChoose(option, target.checked)}
            />
            <span>
              {words.title}
              {words.help !== undefined && <span className={text.help}>{words.help}</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}
