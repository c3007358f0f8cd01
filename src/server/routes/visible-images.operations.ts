import { VisibleImages } from '../../contract/preview-run.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const visibleImagesOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/images/visible',
    id: 'tellVisibleImages',
    tag: 'Previews and exports',
    summary: 'Give the images that a viewer sees',
    description:
      'Those whose preview is missing or older than their edits get a new one, a few at a time. Images that are not in the next list, and have not been begun by then, are left as they are (in darktable, its plugin still makes up to three that are queued): so scrolling past thousands of images costs nothing. An empty list: the viewer has gone.',
    access: 'previews:read',
    body: { schema: VisibleImages, types: json, required: true, example: { viewer: 'tab-1', ids: [4711, 4712] } },
    answers: { 204: { description: 'Noted.', headers: noStore } },
    errors: ['invalid_body', 'read_only'],
  },
];
