import type { Area, BoundedPicture } from '../previews/bounded-picture.ts';
import type { SheetOptions } from '../previews/contact-sheet.ts';
import type { PictureStatistics } from '../previews/picture-statistics.ts';

/** What is done with the pixels of pictures, away from this process. */
export interface PictureWork {
  bounded(
    bytes: Buffer,
    options: { box: { width: number; height: number }; mostBytes: number; area?: Area | undefined },
  ): Promise<BoundedPicture>;
  sheet(pictures: readonly (Buffer | null)[], options: SheetOptions): Promise<BoundedPicture>;
  statistics(bytes: Buffer, options: { side: number; area?: Area | undefined }): Promise<PictureStatistics>;
}
