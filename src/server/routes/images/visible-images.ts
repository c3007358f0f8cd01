import { VisibleImages } from '../../../contract/preview-run.ts';
import { done } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

export const visibleImageRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/images/visible',
    id: 'tellVisibleImages',
    tag: 'Previews and exports',
    summary: 'Give the images that a viewer sees',
    description:
      'Images whose preview is missing or older than their edits get a new one, a few at a time. Images that are not in the next list, and have not been begun by then, are left as they are (in darktable, its plugin still makes up to three that are queued): so scrolling past thousands of images costs nothing. An empty list: the viewer has gone.',
    scope: 'previews:read',
    body: json(VisibleImages, { viewer: 'tab-1', ids: [4711, 4712] }),
    answers: done('Noted.'),
    errors: ['read_only'],
    handle:
      ({ previewFeed }) =>
      ({ body: { viewer, ids }, client }) =>
        previewFeed.see(`${client} ${viewer}`, ids),
  }),
];
