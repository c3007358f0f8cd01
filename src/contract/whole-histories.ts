/** Why a change of a whole history that no plugin can make was refused: the detail of the error, always the same. */
export const HISTORY_ONLY_CLOSED =
  'Nothing was changed: this can be done to a history only while darktable is closed. Close darktable and try again, or do it in darktable.';

/** What darktable leaves out of a copied history: what belongs to one picture (copy_history, "append"). */
export const OF_ONE_PICTURE: readonly string[] = ['lens', 'flip', 'temperature'];
/** What is never copied, even when it is chosen. */
export const NEVER_COPIED: readonly string[] = ['rawprepare', 'scalepixels', 'rotatepixels', 'gamma', 'mask_manager'];
