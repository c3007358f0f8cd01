import { lazy, Suspense } from 'react';
import { askWhichEdits, useEditWish } from './edit-wish.ts';

const PasteDialog = lazy(async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }));
const WhenDialog = lazy(async () => ({ default: (await import('./postponed/when-dialog.tsx')).WhenDialog }));
const StylesDialog = lazy(async () => ({ default: (await import('./styles/styles-dialog.tsx')).StylesDialog }));

/** The dialogs that ask which edits to put on pictures, loaded when they are first wanted. */
export function LateEditDialog() {
  const wish = useEditWish();
  if (wish === null) return null;
  if (wish.is === 'when')
    return (
      <Suspense fallback={null}>
        <WhenDialog wish={wish} onClose={() => askWhichEdits(null)} />
      </Suspense>
    );
  const Wanted = wish.is === 'paste' ? PasteDialog : StylesDialog;
  return (
    <Suspense fallback={null}>
      <Wanted ids={wish.ids} onClose={() => askWhichEdits(null)} />
    </Suspense>
  );
}
