/** Makes the pictures in assets/self-test with which each darktable is tested: `node scripts/data/self-test/make-picture.ts` */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SELF_TEST_JPEG, SELF_TEST_PICTURE } from '../../../src/renderer/resident/test-state.ts';
import { dng } from '../../../src/testing/pictures/dng.ts';
import { jpeg } from '../../../src/testing/pictures/jpeg.ts';
import { colourQuarters } from '../../../src/testing/pictures/pixels.ts';

mkdirSync(dirname(SELF_TEST_PICTURE), { recursive: true });
writeFileSync(SELF_TEST_PICTURE, dng(colourQuarters(192, 128)));
writeFileSync(SELF_TEST_JPEG, await jpeg(colourQuarters(48, 32)));
