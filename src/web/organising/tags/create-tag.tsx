import { useState } from 'react';
import { createTag } from '../../api/organising.ts';
import { t } from '../../i18n/words.ts';
import { tagWords } from '../change-words.ts';
import { tagChanged } from '../organise.ts';
import { tell } from '../telling.ts';
import { type FormEnds, TagForm } from './tag-form.tsx';
import { fittingTag, TagNameField } from './tag-name-field.tsx';

/** A tag that no picture has yet. */
export function CreateTag({ below, ...ends }: { below: string } & FormEnds) {
  const [text, setText] = useState(below === '' ? '' : `${below}|`);
  const name = fittingTag(text);
  const create = async () => {
    if (name === null) return;
    const { change } = await createTag(name);
    if (change === null) tell({ title: t('tags.exists', { tag: tagWords(name) }) });
    else tagChanged({ is: 'created', tag: name }, change, 0);
  };
  return (
    <TagForm words={t('tags.createDo')} isReady={name !== null} onSubmit={create} {...ends}>
      <TagNameField text={text} onText={setText} />
    </TagForm>
  );
}
