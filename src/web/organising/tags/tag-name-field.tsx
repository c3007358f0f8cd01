import { useId } from 'react';
import { t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import { whyNoTag, writtenTag } from '../panel/tag-name.ts';
import controls from '../../ui/controls.module.css';
import styles from './tag-dialog.module.css';

interface Props {
  text: string;
  onText: (text: string) => void;
}

/** The written name, if it can be a tag. */
export function fittingTag(text: string): string | null {
  const name = writtenTag(text);
  return name === '' || whyNoTag(name) !== null ? null : name;
}

/** A field for the full name of a tag. */
export function TagNameField({ text, onText }: Props) {
  const id = useId();
  const name = writtenTag(text);
  const trouble = name === '' ? null : whyNoTag(name);
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{t('tags.fullName')}</label>
      <input
        id={id}
        className={classes(controls.field, styles.field)}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        value={text}
        aria-invalid={trouble !== null}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onText(target.value)}
      />
      <p id={`${id}-help`} className={styles.help}>
        {trouble === null ? t('tags.fullNameHow') : <span className={styles.complaint}>{trouble}</span>}
      </p>
    </div>
  );
}
