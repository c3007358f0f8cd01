import { lazy, Suspense } from 'react';
import { answered, useEditWish } from './edit-wish.ts';

const PasteDialog = lazy(async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }));
const WhenDialog = lazy(async () => ({ default: (await import('./postponed/when-dialog.tsx')).WhenDialog }));
const StylesDialog = lazy(async () => ({ default: (await import('./styles/styles-dialog.tsx')).StylesDialog }));

/** The dialogs that ask which edits to put on pictures, loaded when they are first wanted. */
export function LateEditDialog() {
  const wish = useEditWish();
  if (wish === null) return null;
  const onClose = () => answered(wish);
  if (wish.is === 'when')
    return (
      <Suspense fallback={null}>
        <WhenDialog key={wish.key} {...{ wish, onClose }} />
      </Suspense>
    );
  const Wanted = wish.is === 'paste' ? PasteDialog : StylesDialog;
  return (
    <Suspense fallback={null}>
      <Wanted key={wish.key} ids={wish.ids} onClose={onClose} />
    </Suspense>
  );
}
