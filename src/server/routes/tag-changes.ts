import { Router, type Request } from 'express';
import { NewTag, TagPatch, type TagChanged, type TagDeleted } from '../../contract/tag-change.ts';
import type { Services } from '../../app/services.ts';
import { readTag } from '../../library/tags.ts';
import { AppError } from '../../platform/errors.ts';
import type { ChangedTag } from '../../changes/tags/tags.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { tagId } from '../requests/image-param.ts';

/** POST /tags    PATCH /tags/:id    DELETE /tags/:id */
export function tagChangeRoutes({ library, operations }: Pick<Services, 'library' | 'operations'>): Router {
  const routes = Router();

  const changed = async ({ change, images, tagId: id }: ChangedTag): Promise<TagChanged> => {
    const tag = await library.read((reader) => readTag(reader, id!), { afterOwnWrite: change !== null });
    if (!tag) throw new AppError('not_found', `The tag ${id} was deleted by another program right after.`);
    return { ...tag, change, images };
  };

  routes.post('/', scope('images:write'), jsonBody, async (req, res) => {
    const { name } = parseBody(NewTag, req.body);
    const tag = await operations.createTag(name, principalOf(res).clientId);
    res.set('Cache-Control', 'no-store');
    res.status(tag.change === null ? 200 : 201).json(await changed(tag));
  });

  routes.patch('/:tagId', scope('images:write'), jsonBody, async (req: Request<{ tagId: string }>, res) => {
    const id = tagId(req.params.tagId);
    const { name, merge_into: into } = parseBody(TagPatch, req.body);
    const { clientId } = principalOf(res);
    const tag =
      name === undefined
        ? await operations.mergeTag(id, into!, clientId)
        : await operations.renameTag(id, name, clientId);
    res.set('Cache-Control', 'no-store').json(await changed(tag));
  });

  routes.delete('/:tagId', scope('images:write'), async (req: Request<{ tagId: string }>, res) => {
    const { change, images } = await operations.deleteTag(tagId(req.params.tagId), principalOf(res).clientId);
    const body: TagDeleted = { change: change!, images };
    res.set('Cache-Control', 'no-store').json(body);
  });
  return routes;
}
