import fc from 'fast-check';
import type { OpenApiDocument } from '../../../src/server/openapi/document.ts';
import { ALL_SCOPES, newToken, type Stage } from '../trial/stage.ts';
import type { ModuleEntry, ParamField } from '../../../src/contract/modules.ts';
import { fitting, type Schema } from './schema-values.ts';

interface ModuleFields {
  operation: string;
  instance: number;
  /** Some values for each of its named parameters. */
  fields: Record<string, unknown[]>;
}

/** What a request needs to pass the first check. */
export interface KnownThings {
  url: string;
  folder: string;
  document: OpenApiDocument;
  ids: number[];
  modules: { id: number; module: ModuleFields }[];
  /** By scope. */
  tokens: { all: string; none: string; reader: string; editor: string };
  /** Clients that requests may change or remove. */
  clients: { client_id: string; client_secret: string }[];
}

export async function learn(stage: Stage, seed: number): Promise<KnownThings> {
  const { url, folder } = stage;
  const add = async (id: string, scope: string) =>
    JSON.parse(
      await stage.command('clients', 'add', '--id', id, '--scope', scope, '--json'),
    ) as KnownThings['clients'][0];
  const all = await newToken(url, await add('fuzz-all', `${ALL_SCOPES} admin`));
  const ask = async <Body>(path: string, body?: object): Promise<Body> => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${all}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const register = (id: string, scope: string) =>
    ask<KnownThings['clients'][0]>('/api/v1/admin/clients', { id, scope });
  const tokenOf = async (id: string, scope: string) => newToken(url, await register(id, scope));

  const document = await ask<OpenApiDocument>('/openapi.json');
  const { items } = await ask<{ items: { id: number }[] }>('/api/v1/images?limit=500');
  const ids = items.map(({ id }) => id);
  const modules: KnownThings['modules'] = [];
  for (const id of ids) {
    const list = await ask<{ items: ModuleEntry[] }>(`/api/v1/images/${id}/modules?describe=1&instances=1`);
    for (const { operation, multi_priority: instance, fields = [] } of list.items) {
      const named = fields.map((field) => [field.name, fc.sample(fitting(schemaOf(field), {}), { seed, numRuns: 10 })]);
      modules.push({
        id,
        module: { operation, instance, fields: Object.fromEntries(named) as ModuleFields['fields'] },
      });
    }
  }
  return {
    url,
    folder,
    document,
    ids,
    modules,
    tokens: {
      all,
      none: await tokenOf('fuzz-films', 'films:read'),
      reader: await tokenOf('fuzz-reader', 'images:read previews:read'),
      editor: await tokenOf('fuzz-editor', 'images:read cache:refresh images:write'),
    },
    clients: await Promise.all([1, 2, 3].map((number) => register(`victim-${number}`, ALL_SCOPES))),
  };
}

/** Where the module names no bounds, some that fit most modules. */
function schemaOf({ type, min = -10, max = 10, dimensions = [], values = [], fields = [] }: ParamField): Schema {
  const [length, ...deeper] = dimensions;
  if (length !== undefined) {
    const items = schemaOf({ name: '', label: '', type, min, max, values, fields, dimensions: deeper });
    return { type: 'array', items, minItems: length, maxItems: length };
  }
  switch (type) {
    case 'enum':
      return { enum: values.map(({ name }) => name) };
    case 'struct': {
      const properties = Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
      return { type: 'object', properties, required: Object.keys(properties) };
    }
    case 'text':
      return { type: 'string', maxLength: 20 };
    case 'opaque':
      return { type: 'null' };
    default:
      return { type, minimum: min, maximum: max };
  }
}
