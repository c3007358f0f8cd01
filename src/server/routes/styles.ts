import express, { Router, type Request } from 'express';
import { DryRunQuery } from '../../contract/image-change.ts';
import {
  NewStyle,
  StyleApply,
  StylePatch,
  type Style,
  type StyleChanged,
  type StyleCreated,
  type StyleDeleted,
} from '../../contract/styles.ts';
import type { Services } from '../../app/services.ts';
import { moduleLayouts } from '../../darktable/layouts.ts';
import { readStyle, readStyles, type StoredStyle } from '../../library/styles.ts';
import type { ChangedStyle } from '../../changes/styles/styles.ts';
import { readStyleContent } from '../../changes/styles/style-content.ts';
import { styleFile } from '../../changes/styles/style-file.ts';
import { parsedStyle } from '../../changes/styles/style-file-reader.ts';
import { AppError } from '../../platform/errors.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { styleId } from '../requests/image-param.ts';
import { knownModules } from '../requests/known-modules.ts';
import { parse } from '../requests/parse.ts';
import { targetIds } from '../requests/target-ids.ts';
import { contentDisposition } from '../responses/content-disposition.ts';
import { putLook } from '../responses/put-look.ts';
import { bytesAnswer, jsonAnswer, sendJson } from '../responses/json-answer.ts';

/** GET, POST /styles    POST /styles/apply, /styles/import    GET /styles/:styleId/file    PATCH, DELETE /styles/:styleId */
export function styleRoutes({
  index,
  library,
  operations,
}: Pick<Services, 'index' | 'library' | 'operations'>): Router {
  const routes = Router();
  routes.get('/', scope('images:read'), async (req, res) => {
    const items = (await library.read(readStyles)).map(inWords);
    sendJson(req, res, jsonAnswer(JSON.stringify({ items })));
  });

  routes.post('/apply', scope('cache:refresh'), jsonBody, async (req, res) => {
    const { dry_run: isDryRun } = parse(DryRunQuery, req.query);
    const { name, to, when } = parseBody(StyleApply, req.body);
    const ids = await targetIds(index, to, res);
    await putLook(res, operations, { ids, change: { do: 'style', name }, when, isDryRun });
  });

  const changed = async ({ change, styleId: id }: ChangedStyle): Promise<StyleChanged> => {
    const style = await library.read((reader) => readStyle(reader, id!), { afterOwnWrite: change !== null });
    if (!style) throw new AppError('not_found', `The style ${id} was deleted by another program right after.`);
    return { ...inWords(style), change };
  };

  routes.post('/', scope('images:write'), jsonBody, async (req, res) => {
    const { modules, module_order: withOrder, ...rest } = parseBody(NewStyle, req.body);
    const style = { ...rest, modules: knownModules(modules), withOrder };
    const made = await operations.createStyle(style, principalOf(res).clientId);
    const body: StyleCreated = { ...(await changed(made)), masks_left: [...made.masksLeft] };
    res.set('Cache-Control', 'no-store').status(201).json(body);
  });

  routes.post('/import', scope('images:write'), xmlBody, async (req: Request<object, unknown, unknown>, res) => {
    if (typeof req.body !== 'string')
      throw new AppError('invalid_body', 'This needs a .dtstyle file as the body (Content-Type: application/xml).');
    const made = await operations.importStyle(parsedStyle(req.body), principalOf(res).clientId);
    res
      .set('Cache-Control', 'no-store')
      .status(201)
      .json(await changed(made));
  });

  routes.get('/:styleId/file', scope('images:read'), async (req: Request<{ styleId: string }>, res) => {
    const id = styleId(req.params.styleId);
    const style = await library.read((reader) => readStyleContent(reader, id));
    if (!style) throw new AppError('not_found', `There is no style ${id}.`);
    res.set(
      'Content-Disposition',
      contentDisposition('attachment', `${style.name.slice(0, LONGEST_STEM) || 'style'}.dtstyle`),
    );
    sendJson(req, res, bytesAnswer(styleFile(style), 'application/xml; charset=utf-8'));
  });

  routes.patch('/:styleId', scope('images:write'), jsonBody, async (req: Request<{ styleId: string }>, res) => {
    const id = styleId(req.params.styleId);
    const { name, description } = parseBody(StylePatch, req.body);
    const wanted = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    const made = await operations.changeStyle(id, wanted, principalOf(res).clientId);
    res.set('Cache-Control', 'no-store').json(await changed(made));
  });

  routes.delete('/:styleId', scope('images:write'), async (req: Request<{ styleId: string }>, res) => {
    const { change, before } = await operations.deleteStyle(styleId(req.params.styleId), principalOf(res).clientId);
    const body: StyleDeleted = { change: change!, name: before! };
    res.set('Cache-Control', 'no-store').json(body);
  });
  return routes;
}

const LONGEST_STEM = 200;

/** Reads a file of at most 1 MiB into `req.body`. */
const xmlBody = express.text({ limit: '1mb', type: ['application/xml', 'text/xml', 'application/*+xml'] });

const inWords = ({ items, ...style }: StoredStyle): Style => ({
  ...style,
  items: items.map(({ operation, ...item }) => ({
    ...{ operation, label: moduleLayouts(operation)?.label ?? operation, ...item },
  })),
});
