import { ChangeResult, DryRunQuery, type ImageChange } from '../../../contract/image-change.ts';
import { FeedbackQuery, PublicationFeedback, TakenFeedback } from '../../../contract/publication-feedback.ts';
import { noStore, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { refusedFor } from './told-reasons.ts';

const item = {
  image_id: 4711,
  name: 'IMG_4711.jpg',
  stars: 4,
  is_favorite: true,
  comments: [{ author: 'Anna', text: 'What a light!', at: '2026-11-28T18:04:12.000Z' }],
  our_stars: 0,
  would: { rating: 4, tags: ['feedback|favorite', 'feedback|commented'] },
};
const result = { change: 17, changed: 2, unchanged: 0, failed: 0, failures: [] };
const tag = 'Publishing';

export const publicationFeedbackRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/publications/:publicationId/feedback',
    id: 'getPublicationFeedback',
    tag,
    summary: 'Read what people made of published images',
    description:
      'Stars, favorites and comments at Immich and Piwigo, and what taking them over would change. Nothing is fetched unless it is asked for. 409 `conflict`: nobody can say anything there, or it cannot be told now.',
    scope: 'cache:refresh',
    query: FeedbackQuery,
    answers: ok({
      description: 'The images by their order there.',
      json: PublicationFeedback,
      example: { items: [item] },
    }),
    errors: ['not_found', 'conflict', 'storage_error', 'library_unavailable'],
    handle:
      ({ publications }) =>
      async ({ params, query, res }) => ({
        items: await refusedFor(res, publications.feedback(params.publicationId, query.rule)),
      }),
  }),
  route({
    method: 'post',
    path: '/api/v1/publications/:publicationId/feedback',
    id: 'takeOverPublicationFeedback',
    tag,
    summary: 'Change images as people rated them',
    description:
      'As `GET` tells by the same rule, as one change, which one undo takes back. Rejected images stay rejected. The tags, below `feedback`, never leave with a picture. With `dry_run=1` nothing is stored.',
    scope: 'images:write',
    query: DryRunQuery,
    body: json(TakenFeedback, { rule: 'fill-empty' }),
    answers: {
      200: { description: 'How many images were changed.', json: ChangeResult, headers: noStore, example: result },
    },
    errors: ['not_found', 'conflict', 'read_only', 'storage_error', 'db_write_error', 'library_unavailable'],
    handle:
      ({ publications, changes }) =>
      async ({ params, query: { dry_run: isDryRun }, body: { rule }, client, res }) => {
        const items = await refusedFor(res, publications.feedback(params.publicationId, rule));
        const wanted = new Map(
          items.flatMap(({ image_id, would }): [number, ImageChange][] =>
            would
              ? [[image_id, { tags: { add: would.tags }, ...(would.rating !== null && { rating: would.rating }) }]]
              : [],
          ),
        );
        res.set('Cache-Control', 'no-store');
        return changes.marks.changeEach({ changes: wanted, client, ...(isDryRun && { dryRun: {} }) });
      },
  }),
];
