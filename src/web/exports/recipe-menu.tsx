import { lazy, Suspense, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Popover } from '../ui/popover.tsx';
import type { Edited } from './recipe-form.tsx';
import styles from './recipe-menu.module.css';

const RecipeChoice = lazy(async () => ({ default: (await import('./recipe-choice.tsx')).RecipeChoice }));
const RecipeDialog = lazy(async () => ({ default: (await import('./recipe-form.tsx')).RecipeDialog }));

/** Beside *Export*: how it is done. */
export function RecipeMenu() {
  const [open, setOpen] = useState(false);
  const [edited, setEdited] = useState<Edited | null>(null);
  const edit = (recipe: Edited) => {
    setOpen(false);
    setEdited(recipe);
  };
  return (
    <>
      <Popover
        label={t('exports.how')}
        title={t('exports.how')}
        side="top"
        align="end"
        triggerClass={classes(button('primary', 'icon'), styles.trigger)}
        trigger={<ChevronDown size={16} aria-hidden />}
        open={open}
        onOpenChange={setOpen}
      >
        <Suspense fallback={null}>
          <RecipeChoice onEdit={edit} />
        </Suspense>
      </Popover>
      {/* Not within the popover, which closes with every click outside. */}
      <Suspense fallback={null}>{edited && <RecipeDialog edited={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}
