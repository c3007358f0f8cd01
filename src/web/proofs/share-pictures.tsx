import { ShareDialog } from './share-dialog.tsx';
import { sourceOfIds } from './share-sources.ts';

/** Shares these pictures. */
export const SharePictures = ({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) => (
  <ShareDialog sources={[sourceOfIds(ids)]} onClose={onClose} />
);
