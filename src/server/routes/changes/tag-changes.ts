import type { Services } from '../../services.ts';
import type { ChangedTag } from '../../../changes/tags/tags.ts';
import { NewTag, TagChanged, TagDeleted, TagPatch } from '../../../contract/tag-change.ts';
import { readTag } from '../../../library/tags.ts';
import { AppError } from '../../../platform/errors.ts';
import * as example from '../../openapi/examples.ts';
import { noStore, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const errors = ['read_only', 'db_write_error', 'library_unavailable'] as const;

async function changed(library: Services['library'], { change, images, tagId: id }: ChangedTag): Promise<TagChanged> {
  const tag = await library.read((reader) => readTag(reader, id!), { afterOwnWrite: change !== null });
  if (!tag) throw new AppError('not_found', `The tag ${id} was deleted by another program right after.`);
  return { ...tag, change, images };
}

export const tagChangeRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/tags',
    id: 'createTag',
    tag: 'Tags and film rolls',
    summary: 'Create a tag',
    description:
      'A tag that no image has yet. To tag an image, give the name with the change of the image: tags that do not exist yet are made.',
    scope: 'images:write',
    body: json(NewTag, { name: 'places|iceland' }),
    answers: {
      200: {
        description: 'The tag was there already.',
        json: TagChanged,
        headers: noStore,
        example: { ...example.tag, change: null, images: 0 },
      },
      201: {
        description: 'The new tag.',
        json: TagChanged,
        headers: noStore,
        example: { ...example.tag, count: 0, change: 19, images: 0 },
      },
    },
    errors,
    handle:
      ({ changes, library }) =>
      async ({ body, client, res }) => {
        const tag = await changes.tags.create(body.name, client);
        if (tag.change !== null) res.status(201);
        return changed(library, tag);
      },
  }),
  route({
    method: 'patch',
    path: '/api/v1/tags/:tagId',
    id: 'changeTag',
    tag: 'Tags and film rolls',
    summary: 'Change a tag',
    description:
      "With `name`: the tag gets another full name, and with it another place in the tree; the tags below it go with it. With `merge_into`: its images get the other tag instead, and it goes. darktable's own tags cannot be changed. While darktable is open, its plugin changes one image after the other: the event `change-progress` tells how far it is, `DELETE /api/v1/changes/{changeId}` stops it, and a renamed tag gets another id.",
    scope: 'images:write',
    body: json(TagPatch, { name: 'travel|iceland' }),
    answers: ok({
      description: 'The tag as it is now; after a merge, the other one.',
      json: TagChanged,
      example: { ...example.tag, name: 'travel|iceland', parent: 'travel', change: 20, images: 96 },
    }),
    errors: [...errors, 'conflict'],
    handle:
      ({ changes, library }) =>
      async ({ params: { tagId }, body: { name, merge_into: into }, client }) =>
        changed(
          library,
          name === undefined
            ? await changes.tags.merge(tagId, into!, client)
            : await changes.tags.rename(tagId, name, client),
        ),
  }),
  route({
    method: 'delete',
    path: '/api/v1/tags/:tagId',
    id: 'deleteTag',
    tag: 'Tags and film rolls',
    summary: 'Delete a tag',
    description:
      "Takes it from all images. The tags below it stay. darktable's own tags cannot be deleted. While darktable is open, its plugin takes it from one image after the other.",
    scope: 'images:write',
    answers: ok({ description: 'How many images carried it.', json: TagDeleted, example: { change: 21, images: 96 } }),
    errors: [...errors, 'conflict'],
    handle:
      ({ changes }) =>
      async ({ params, client }) => {
        const { change, images } = await changes.tags.delete(params.tagId, client);
        return { change: change!, images };
      },
  }),
];
