/** What darktable leaves out of a copied history: what belongs to one picture (copy_history, "append"). */
export const OF_ONE_PICTURE: readonly string[] = ['lens', 'flip', 'temperature'];
/** What is never copied, even when it is chosen. */
export const NEVER_COPIED: readonly string[] = ['rawprepare', 'scalepixels', 'rotatepixels', 'gamma', 'mask_manager'];
