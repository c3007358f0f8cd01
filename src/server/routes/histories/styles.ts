import { z } from 'zod';
import type { Services } from '../../services.ts';
import { readStyleContent } from '../../../changes/styles/style-content.ts';
import { parsedStyle } from '../../../changes/styles/style-file-reader.ts';
import { styleFile } from '../../../changes/styles/style-file.ts';
import type { ChangedStyle } from '../../../changes/styles/styles.ts';
import { DryRunQuery } from '../../../contract/image-change.ts';
import {
  NewStyle,
  StyleApply,
  StyleChanged,
  StyleCreated,
  StyleDeleted,
  StyleList,
  StylePatch,
  type Style,
} from '../../../contract/styles.ts';
import { moduleLayouts } from '../../../darktable/layouts.ts';
import { readStyle, readStyles, type StoredStyle } from '../../../library/styles.ts';
import { AppError } from '../../../platform/errors.ts';
import * as example from '../../openapi/examples.ts';
import { knownModules } from '../../requests/known-modules.ts';
import { targetIds } from '../../requests/target-ids.ts';
import { contentDisposition } from '../../responses/content-disposition.ts';
import { bytesAnswer } from '../../responses/json-answer.ts';
import { putEdits } from '../../responses/put-edits.ts';
import { notModified, jsonHeaders, tagged, ok, created } from '../../routing/answers.ts';
import { json, readText, type Body } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';
import { editsAnswers, editsOfMany } from './edits-answers.ts';

const errors = ['read_only', 'db_write_error', 'library_unavailable'] as const;
const xml = ['application/xml'] as const;
const file =
  '<darktable_style version="1.0"><info><name>film|hard</name><description></description></info><style><plugin><num>0</num><module>2</module><operation>velvia</operation><op_params>0000c8410000803f</op_params><enabled>1</enabled><blendop_params></blendop_params><blendop_version>0</blendop_version><multi_priority>0</multi_priority><multi_name></multi_name></plugin></style></darktable_style>';
const undone =
  ' While darktable is open, its plugin does it (1.7.0 or newer). `POST /changes/{changeId}/undo` takes it back.';

/** A `.dtstyle` file. */
const styleFileBody: Body<string> = {
  schema: z.string(),
  types: xml,
  required: true,
  example: file,
  read: readText(['application/xml', 'text/xml', 'application/*+xml']),
  parse({ body }) {
    if (typeof body === 'string') return body;
    throw new AppError('invalid_body', 'This needs a .dtstyle file as the body (Content-Type: application/xml).');
  },
};

const LONGEST_STEM = 200;

const styleAnswer = ({ items, ...style }: StoredStyle): Style => ({
  ...style,
  items: items.map(({ operation, ...item }) => ({
    operation,
    label: moduleLayouts(operation)?.label ?? operation,
    ...item,
  })),
});

async function changed(library: Services['library'], { change, styleId: id }: ChangedStyle): Promise<StyleChanged> {
  const style = await library.read((reader) => readStyle(reader, id!), { afterOwnWrite: change !== null });
  if (!style) throw new AppError('not_found', `The style ${id} was deleted by another program right after.`);
  return { ...styleAnswer(style), change };
}

export const styleRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/styles',
    id: 'listStyles',
    tag: 'Styles',
    summary: 'List styles',
    description: 'All styles of darktable, with what each does. The tree of styles is in their names, by `|`.',
    scope: 'images:read',
    answers: tagged({ description: 'All styles.', json: StyleList, example: { items: [example.style] } }),
    errors: ['library_unavailable'],
    handle:
      ({ library }) =>
      async () => ({ items: (await library.read(readStyles)).map(styleAnswer) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/styles/apply',
    id: 'applyStyle',
    tag: 'Styles',
    summary: 'Give images a style',
    description: `Puts the modules of the style on top of the edits of each image, as darktable does; steps that were undone are dropped. Images that cannot take it are \`failed\` with the reason, and the others are done: a module or a version that the darktable of the library does not know, a module for raw data where there is none. ${editsOfMany}`,
    scope: 'cache:refresh',
    query: DryRunQuery,
    body: json(StyleApply, { name: 'film|warm', to: [4711, 4712] }),
    answers: editsAnswers,
    errors: [...errors, 'not_found', 'conflict', 'index_building'],
    handle:
      ({ changes, index }) =>
      async ({ query: { dry_run: isDryRun }, body: { name, to, when }, res }) => {
        const ids = await targetIds(index, to, res);
        return putEdits(res, changes, { ids, change: { do: 'style', name }, when, isDryRun });
      },
  }),
  route({
    method: 'post',
    path: '/api/v1/styles',
    id: 'createStyle',
    tag: 'Styles',
    summary: 'Create a style from an image',
    description: `The newest step of each instance of a module that is in force, or of the modules named. Drawn masks are left behind, because no style can hold shapes; the answer names them.${undone}`,
    scope: 'images:write',
    body: json(NewStyle, { name: 'film|soft', from: 4711 }),
    answers: created({
      description: 'The new style.',
      json: StyleCreated,
      example: { ...example.style, change: 25, masks_left: [] },
    }),
    errors: [...errors, 'not_found', 'conflict'],
    handle:
      ({ changes, library }) =>
      async ({ body: { modules, module_order: withOrder, ...rest }, client }) => {
        const made = await changes.styles.create({ ...rest, modules: knownModules(modules), withOrder }, client);
        return { ...(await changed(library, made)), masks_left: Array.from(made.masksLeft) };
      },
  }),
  route({
    method: 'post',
    path: '/api/v1/styles/import',
    id: 'importStyle',
    tag: 'Styles',
    summary: 'Create a style from a file',
    description: `The body is a \`.dtstyle\` file of darktable, of at most 1 MiB. The style gets the name in the file.${undone}`,
    scope: 'images:write',
    body: styleFileBody,
    answers: created({ description: 'The new style.', json: StyleChanged, example: { ...example.style, change: 28 } }),
    errors: [...errors, 'conflict'],
    handle:
      ({ changes, library }) =>
      async ({ body, client }) =>
        changed(library, await changes.styles.import(parsedStyle(body), client)),
  }),
  route({
    method: 'get',
    path: '/api/v1/styles/:styleId/file',
    id: 'getStyleFile',
    tag: 'Styles',
    summary: 'Download a style as a file',
    description: 'The `.dtstyle` file that darktable would export.',
    scope: 'images:read',
    answers: {
      200: {
        description: 'The file.',
        types: xml,
        headers: { ...jsonHeaders, 'Content-Disposition': 'always' },
      },
      304: { description: notModified.description, headers: { ...jsonHeaders, 'Content-Disposition': 'sometimes' } },
    },
    errors: ['library_unavailable'],
    curl: { save: 'warm.dtstyle' },
    handle:
      ({ library }) =>
      async ({ params: { styleId: id }, res }) => {
        const style = await library.read((reader) => readStyleContent(reader, id));
        if (!style) throw new AppError('not_found', `There is no style ${id}.`);
        const name = `${style.name.slice(0, LONGEST_STEM) || 'style'}.dtstyle`;
        res.set('Content-Disposition', contentDisposition('attachment', name));
        return bytesAnswer(styleFile(style), 'application/xml; charset=utf-8');
      },
  }),
  route({
    method: 'patch',
    path: '/api/v1/styles/:styleId',
    id: 'changeStyle',
    tag: 'Styles',
    summary: 'Change the name or description of a style',
    description: `A new full name moves the style in the tree. Images keep the tag with the old one, as in darktable. A darktable that is open gives the style another id.${undone}`,
    scope: 'images:write',
    body: json(StylePatch, { name: 'film|late light' }),
    answers: ok({
      description: 'The style as it is now.',
      json: StyleChanged,
      example: { ...example.style, name: 'film|late light', change: 26 },
    }),
    errors: [...errors, 'conflict'],
    handle:
      ({ changes, library }) =>
      async ({ params, body: { name, description }, client }) => {
        const wanted = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
        return changed(library, await changes.styles.change(params.styleId, wanted, client));
      },
  }),
  route({
    method: 'delete',
    path: '/api/v1/styles/:styleId',
    id: 'deleteStyle',
    tag: 'Styles',
    summary: 'Delete a style',
    description: `Images keep the edits and the tag that it gave them.${undone}`,
    scope: 'images:write',
    answers: ok({ description: 'What was deleted.', json: StyleDeleted, example: { change: 27, name: 'film|warm' } }),
    errors,
    handle:
      ({ changes }) =>
      async ({ params, client }) => {
        const { change, before } = await changes.styles.delete(params.styleId, client);
        return { change: change!, name: before! };
      },
  }),
];
