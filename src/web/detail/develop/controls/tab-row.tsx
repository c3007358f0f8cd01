import { classes } from '../../../ui/classes.ts';
import segments from '../../../ui/segments.module.css';
import { onTabArrow } from './arrow-tabs.ts';
import styles from './parts-view.module.css';

export interface Tab {
  name: string;
  label: string;
  /** How it stands out, and what that says. */
  mark?: { className: string | undefined; words: string } | undefined;
}

interface Props {
  /** `${id}-page` is the panel, `${id}-${index}` the tab that names it. */
  id: string;
  /** If omitted, the module says what they are. */
  name?: string;
  tabs: readonly Tab[];
  /** The index of the chosen one. */
  at: number;
  onChoose: (name: string) => void;
}

/** One stop of the Tab key, with arrows inside. */
export function TabRow({ id, name, tabs, at, onChoose }: Props) {
  return (
    <div
      className={classes(segments.segments, styles.tabs)}
      role="tablist"
      aria-label={name}
      onKeyDown={(event) => onTabArrow(event, tabs, at, onChoose)}
    >
      {tabs.map((tab, index) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={`${id}-${index}`}
          aria-selected={index === at}
          aria-controls={`${id}-page`}
          tabIndex={index === at ? 0 : -1}
          className={tab.mark?.className}
          {...(tab.mark && { 'aria-description': tab.mark.words })}
          onClick={() => onChoose(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
