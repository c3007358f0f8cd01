import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../api/images.ts';
import { mergeTag } from '../../api/organising.ts';
import { isOwnTag } from '../../../contract/tag-names.ts';
import { number, t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import { tagWords } from '../change-words.ts';
import { tagChanged } from '../organise.ts';
import { TagName } from '../panel/shared-tags.tsx';
import { writtenTag } from '../panel/tag-name.ts';
import type { TagToChange } from './tag-task.ts';
import { type FormEnds, TagForm } from './tag-form.tsx';
import controls from '../../ui/controls.module.css';
import styles from './tag-dialog.module.css';

const LISTED = 100;

/** Chooses the tag to merge into from a list. */
export function MergeTag({ tag, ...ends }: { tag: TagToChange } & FormEnds) {
  const [text, setText] = useState('');
  const [into, setInto] = useState<{ id: number; name: string } | null>(null);
  const { data } = useQuery(tagsQuery(writtenTag(text).slice(0, LISTED), LISTED));
  const isInBranch = (name: string) => name === tag.name || name.startsWith(`${tag.name}|`);
  const others = (data?.items ?? []).filter(({ name }) => !isInBranch(name) && !isOwnTag(name));
  const merge = async () => {
    if (into === null) return;
    const { change, images, name } = await mergeTag(tag.id, into.id);
    if (change !== null) tagChanged({ is: 'merged', tag: tag.name, to: name }, change, images);
  };
  return (
    <TagForm words={t('tags.mergeDo')} isReady={into !== null} onSubmit={merge} {...ends}>
      <p className={styles.note}>
        {t('tags.mergeHow', { count: tag.count })}
        {tag.below > 0 && ` ${t('tags.branchMoves')}`}
      </p>
      <input
        name="find"
        className={classes(controls.field, styles.field)}
        type="search"
        aria-label={t('tags.search')}
        placeholder={t('tags.search')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Enter in the search must not submit.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('tags.mergeInto')}</legend>
        {others.map(({ id, name, count }) => (
          <label key={id} className={styles.choice}>
            <input type="radio" name="into" checked={into?.id === id} onChange={() => setInto({ id, name })} />
            <TagName name={name} />
            <span className={styles.count}>{number(count)}</span>
          </label>
        ))}
        {data && others.length === 0 && <p className={styles.note}>{t('tags.noOther')}</p>}
      </fieldset>
      {into && <p role="status">{t('tags.mergeSays', { tag: tagWords(tag.name), to: tagWords(into.name) })}</p>}
    </TagForm>
  );
}
