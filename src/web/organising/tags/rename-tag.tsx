import { useState } from 'react';
import { renameTag } from '../../api/organising.ts';
import { t } from '../../i18n/words.ts';
import { tagChanged } from '../organise.ts';
import type { TagToChange } from './tag-task.ts';
import { type FormEnds, TagForm } from './tag-form.tsx';
import { fittingTag, TagNameField } from './tag-name-field.tsx';
import styles from './tag-dialog.module.css';

/** A new full name may also move the tag in the tree. */
export function RenameTag({ tag, ...ends }: { tag: TagToChange } & FormEnds) {
  const [text, setText] = useState(tag.name);
  const name = fittingTag(text);
  const rename = async () => {
    if (name === null) return;
    const { change, images } = await renameTag(tag.id, name);
    if (change !== null) tagChanged({ is: 'renamed', tag: tag.name, to: name }, change, images);
  };
  return (
    <TagForm words={t('tags.renameDo')} isReady={name !== null && name !== tag.name} onSubmit={rename} {...ends}>
      <TagNameField text={text} onText={setText} />
      {tag.below > 0 && <p className={styles.note}>{t('tags.branchMoves')}</p>}
    </TagForm>
  );
}
