import type { ModuleEntry } from '../../../api/modules.ts';
import { number, t } from '../../../i18n/words.ts';
import { classes } from '../../../ui/classes.ts';
import { nameOf } from '../modules/module-names.ts';
import type { ModuleContext } from '../modules/module-context.ts';
import { historyWords } from '../history/history-words.ts';
import { isHistoryEdit, isSame, type ModuleEdit } from '../visit-steps.ts';
import { behindName, editWords } from './edit-words.ts';
import { useEditWords } from './use-edit-words.ts';
import styles from './visit-list.module.css';

interface Props {
  modules: readonly ModuleEntry[];
  context: ModuleContext;
  /** How many edits are to be in effect. */
  onGo: (count: number) => void;
}

/** The edits of this visit, newest first; a click goes there. Those that were taken back are muted. */
export function VisitList({ modules, context, onGo }: Props) {
  const { edits, at } = context.edits.visit;
  const entries = [null, ...edits].map((edit, count) => ({ edit, count })).reverse();
  const moduleOf = ({ before }: ModuleEdit) => modules.find((one) => isSame(one, before));
  return (
    <ol className={styles.visit}>
      {entries.map(({ edit, count }) => (
        <li key={count}>
          <button
            type="button"
            className={classes(styles.edit, count > at && styles.takenBack)}
            aria-current={count === at ? 'step' : undefined}
            onClick={() => onGo(count)}
          >
            <span className={styles.number}>{number(count)}</span>
            {edit === null && t('develop.visitOpened')}
            {edit && isHistoryEdit(edit) && historyWords(edit)}
            {edit && !isHistoryEdit(edit) && <EditText edit={edit} module={moduleOf(edit)} context={context} />}
          </button>
        </li>
      ))}
    </ol>
  );
}

interface EditTextProps {
  edit: ModuleEdit;
  /** Missing while it is not in the history. */
  module: ModuleEntry | undefined;
  context: ModuleContext;
}

function EditText({ edit, module, context }: EditTextProps) {
  if (module) return <KnownEditText edit={edit} module={module} context={context} />;
  const { operation } = edit.before;
  return <strong>{context.translate(operation, context.factsOf(operation)?.name ?? operation)}</strong>;
}

function KnownEditText({ edit, module, context }: EditTextProps & { module: ModuleEntry }) {
  const words = useEditWords(module, context);
  return (
    <span>
      <strong>{nameOf(module)}</strong> {behindName(editWords(edit.patch, words), module.label)}
    </span>
  );
}
