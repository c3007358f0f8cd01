import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { duplicate, remove } from './picture-tasks.ts';
import { answered, type PicturesQuestion } from './pictures-question.ts';
import { RemovalFacts } from './removal-facts.tsx';
import { t } from './words.ts';

/** Asks before many versions are made, and before pictures leave the library. */
export function PicturesDialog({ question: { is, ids } }: { question: PicturesQuestion }) {
  const count = ids.length;
  const go = () => {
    answered();
    (is === 'remove' ? remove : duplicate)(ids, true);
  };
  return (
    <Dialog
      open
      onClose={answered}
      title={t(`${is}Title`, { count })}
      actions={<DialogButtons action={t(`${is}Do`)} onAction={go} onClose={answered} />}
    >
      <p>{t(`${is}How`)}</p>
      {is === 'remove' && <RemovalFacts ids={ids} />}
    </Dialog>
  );
}
