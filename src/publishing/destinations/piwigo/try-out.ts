import { DestinationFailure } from '../destination.ts';
import { testPicture } from '../services/test-picture.ts';
import type { Image } from './answers.ts';
import type { PiwigoImages } from './images.ts';
import { PiwigoRefusal } from './piwigo-api.ts';

/** For administrators alone, in no album. */
const HIDDEN = { filename: 'safelight-test.png', level: 8 };

/** Writes a picture that nobody sees, reads back what is known of it and removes it. Gives what is not allowed. */
export async function tryOut(images: PiwigoImages, user: string, signal: AbortSignal): Promise<string[]> {
  const lacking = (what: string) => (error: unknown) => {
    if (!(error instanceof PiwigoRefusal) || error.kind !== 'person') throw error;
    return `${user} may not ${what}: ${error.message}`;
  };
  const sent: Image | string = await images
    .sendBytes(testPicture(), HIDDEN, signal)
    .catch(lacking('upload pictures (pwg.images.uploadAsync)'));
  if (typeof sent === 'string') return [sent];
  const there = await images.info(sent.id, signal);
  const removed = await images.delete(sent.id, signal).catch(lacking('remove pictures (pwg.images.delete)'));
  if (there?.md5sum !== sent.md5sum) {
    throw new DestinationFailure('unknown', 'Piwigo has not got the picture that was sent to try it out.');
  }
  return removed === undefined ? [] : [removed];
}
