import { createHash } from 'node:crypto';
import { ERROR_CODES, type ErrorCode } from '../../contract/errors.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { ERROR_STATUS } from '../responses/error-status.ts';
import { COMMON_ERRORS, type OpenApiDocument } from './document.ts';
import { HEADERS } from './headers.ts';
import { plainDocument } from './plain-document.ts';

/** The parts of the document that the page uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: string | number | boolean;
  description?: string;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
}
interface Media {
  schema?: Schema;
  example?: unknown;
}
interface Response {
  description: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-codeSamples': { source: string }[];
}
interface Page {
  info: { title: string; summary: string; description: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: { oauth: { flows: { clientCredentials: { scopes: Record<string, string> } } } };
  };
}
interface Shown extends Operation {
  method: string;
  path: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
/** Turns `words` in backticks into code. */
const sentence = (text: string) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
const paragraphs = (text: string) =>
  text
    .split(/\n\n+/)
    .map((paragraph) => `<p>${sentence(paragraph)}</p>`)
    .join('\n');
const code = (text: string) => `<code>${escape(text)}</code>`;
const slug = (text: string) => text.toLowerCase().replace(/\W+/g, '-');
const method = (name: string) => `<span class="method ${name}">${name === 'delete' ? 'del' : name}</span>`;
/** A path that may break after its slashes. */
const breakable = (path: string) => `<code>${escape(path).replaceAll('/', '/<wbr>')}</code>`;
const anchor = (id: string, what: string) =>
  `<a class="anchor" href="#${id}" aria-label="Link to ${escape(what)}">#</a>`;

/** JSON with colors for keys, strings and other values. */
function colored(value: unknown): string {
  return escape(JSON.stringify(value, null, 2)).replace(
    /(&quot;(?:[^&]|&(?!quot;))*&quot;)(:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g,
    (_all, text: string | undefined, colon: string | undefined, other: string | undefined) =>
      text === undefined
        ? `<span class="n">${other!}</span>`
        : `<span class="${colon ? 'k' : 's'}">${text}</span>${colon ?? ''}`,
  );
}

const panel = (caption: string, kind: 'json' | 'shell', html: string) =>
  `<figure><figcaption>${escape(caption)}</figcaption><pre class="${kind}" tabindex="0">${html}</pre></figure>`;
const shell = (source: string) =>
  escape(source)
    .replaceAll('/', '/<wbr>')
    .replace(/(^|\n)(# [^\n]*)/g, '$1<span class="c">$2</span>');

/** The page at /docs, made from the OpenAPI document. It has no script and loads nothing from other servers. */
export function docsPage(document: OpenApiDocument): string {
  const page = plainDocument(document) as Page;
  const { schemas } = page.components;
  const origin = page.servers[0]!.url;
  const operations: Shown[] = Object.entries(page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => ({ ...operation, method: name, path })),
  );
  const groups = page.tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);

  const nameOf = (schema: Schema) => schema.$ref?.split('/').at(-1);
  const resolve = (schema: Schema): Schema => ({ ...schemas[nameOf(schema) ?? ''], ...schema });

  /** A type in words. Named objects link to their schema. */
  const typeOf = (schema: Schema): string => {
    const name = nameOf(schema);
    const real = resolve(schema);
    if (name !== undefined && real.properties) return `<a href="#schema-${name}">${escape(name)}</a>`;
    if (real.anyOf) return real.anyOf.map(typeOf).join(' or ');
    if (real.const !== undefined) return code(JSON.stringify(real.const));
    if (real.items) return `list of ${typeOf(real.items)}`;
    const words = [real.type ?? 'any value'].flat();
    const { minimum, maximum, maxLength } = real;
    const range =
      minimum !== undefined && maximum !== undefined
        ? ` from ${minimum} to ${maximum}`
        : minimum !== undefined
          ? ` from ${minimum}`
          : maximum !== undefined
            ? ` up to ${maximum}`
            : maxLength !== undefined
              ? `, at most ${maxLength} characters`
              : '';
    return escape(words.join(' or ') + range);
  };

  const valuesOf = (schema: Schema): string => {
    const real = resolve(schema);
    const values = real.enum ?? (real.items && resolve(real.items).enum);
    const examples = real.examples ?? [];
    if (values)
      return `<span class="values">${values
        .filter((value) => value !== '')
        .map((value) => code(String(value)))
        .join(' · ')}</span>`;
    if (examples.length > 0)
      return `<span class="values">such as ${examples.map((value) => code(String(value))).join(', ')}</span>`;
    return '';
  };

  const field = (name: string, schema: Schema, isRequired: boolean): string => {
    const real = resolve(schema);
    const nested = nameOf(schema) === undefined && real.properties ? fields(real, false) : '';
    const says = `${real.description === undefined ? '' : sentence(real.description)}${valuesOf(schema)}${nested}`;
    return `<div class="field"><dt>${code(name)}<span class="type">${typeOf(schema)}</span>${
      real.default === undefined ? '' : `<span class="type">default ${code(String(real.default))}</span>`
    }${isRequired ? '<span class="required">required</span>' : ''}</dt>${says === '' ? '' : `<dd>${says}</dd>`}</div>`;
  };

  function fields(schema: Schema, markRequired: boolean): string {
    const { properties = {}, required = [] } = resolve(schema);
    const rows = Object.entries(properties).map(([name, property]) =>
      field(name, property, markRequired && required.includes(name)),
    );
    return `<dl class="fields">${rows.join('\n')}</dl>`;
  }

  const bodyOf = (schema: Schema): string => {
    const { anyOf } = resolve(schema);
    return anyOf ? anyOf.map((one) => fields(one, true)).join('<p class="either">or</p>') : fields(schema, true);
  };

  const accessOf = ({ security }: Operation): string => {
    const scopes = security.flatMap((requirement) => requirement.oauth ?? []);
    if (scopes.length > 0) return `needs ${scopes.map((scope) => `<code>${escape(scope)}</code>`).join(' and ')}`;
    return security.length === 0 ? 'open to anyone' : 'needs the client id and secret';
  };

  const answer = (status: string, { description, headers = {}, content = {} }: Response): string => {
    const types = Object.entries(content).map(([type, { schema }]) =>
      type === 'application/json' && schema ? (nameOf(schema) === undefined ? 'JSON' : typeOf(schema)) : code(type),
    );
    const promised = Object.entries(headers).map(
      ([name, { required }]) =>
        `<a href="#header-${name.toLowerCase()}">${code(name)}</a>${required === true ? '' : ' sometimes'}`,
    );
    return `<div class="field"><dt><span class="status">${status}</span><span class="type">${types.join(', ')}</span></dt><dd>${sentence(description)}${
      promised.length === 0 ? '' : `<span class="values">With ${promised.join(', ')}</span>`
    }</dd></div>`;
  };

  const article = (operation: Shown): string => {
    const { operationId: id, summary, description, path, parameters = [], requestBody, responses } = operation;
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
    const failures = Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { content }]) => codesOf(content?.['application/json']?.schema))
      .filter((name) => !COMMON_ERRORS.includes(name));
    const body = requestBody && Object.entries(requestBody.content);
    const examples = successes.flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ example }) =>
        example === undefined ? [] : [panel(`Response ${status}`, 'json', colored(example))],
      ),
    );
    return `<article id="${id}" aria-labelledby="${id}-title">
<div class="columns"><div>
<h3 id="${id}-title">${escape(summary)}${anchor(id, summary)}</h3>
<p class="route">${method(operation.method)}${breakable(path)}<span class="needs">${accessOf(operation)}</span></p>
${description === undefined ? '' : paragraphs(description)}
${parametersOf('Path', parameters, 'path')}
${parametersOf('Query', parameters, 'query')}
${parametersOf('Headers', parameters, 'header')}
${body ? `<h4>Body</h4><p class="type">${body.map(([type]) => code(type)).join(' or ')}</p>${bodyOf(body[0]![1].schema!)}` : ''}
<h4>Responses</h4><dl class="fields">${successes.map(([status, response]) => answer(status, response)).join('\n')}</dl>
${failures.length === 0 ? '' : `<h4>Errors</h4>${chips(failures)}`}
</div><div class="shown">
${panel('Try it', 'shell', shell(operation['x-codeSamples'][0]!.source))}
${examples.join('\n')}
</div></div>
</article>`;
  };

  const parametersOf = (title: string, parameters: NonNullable<Operation['parameters']>, place: string): string => {
    const rows = parameters.filter((parameter) => parameter.in === place);
    if (rows.length === 0) return '';
    return `<h4>${title}</h4><dl class="fields">${rows.map(({ name, schema, required }) => field(name, schema, required === true)).join('\n')}</dl>`;
  };

  // The body of a request is shown with its operation; the objects inside it are shown here, with those of the responses.
  const answered = new Set<string>();
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = nameOf(value);
    if (name !== undefined && !answered.has(name)) {
      answered.add(name);
      follow(schemas[name]);
    }
    Object.values(value).forEach(follow);
  };
  follow(operations.map(({ responses }) => responses));
  for (const { requestBody } of operations)
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      if (schema) Object.values(resolve(schema)).forEach(follow);
  const answeredSchemas = Object.entries(schemas).filter(([name, schema]) => answered.has(name) && schema.properties);

  const navigation = `<h2>Start</h2><ul><li><a href="#start">First steps</a></li><li><a href="#scopes">Scopes</a></li></ul>
${groups
  .map(
    ({ name, operations: inGroup }) =>
      `<h2>${escape(name)}</h2><ul>${inGroup
        .map(
          (operation) =>
            `<li><a href="#${operation.operationId}">${method(operation.method)}<span>${escape(operation.summary)}</span></a></li>`,
        )
        .join('')}</ul>`,
  )
  .join('\n')}
<h2>Reference</h2><ul><li><a href="#errors">Errors</a></li><li><a href="#headers">Headers</a></li><li><a href="#schemas">Schemas</a></li></ul>`;
  const brand = `<a class="brand" href="/">${MARK}<span>${escape(page.info.title)} <small>${escape(page.info.version)}</small></span></a>`;
  const scopes = Object.entries(page.components.securitySchemes.oauth.flows.clientCredentials.scopes);

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.info.title)} API</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<div class="side">${brand}<nav aria-label="Contents">${navigation}</nav></div>
<details class="contents" id="contents"><summary>${escape(page.info.title)} API: contents</summary><nav aria-label="Contents">${navigation}</nav></details>
<main id="main">
<h1>${escape(page.info.title)} API</h1>
<p class="lead">${escape(page.info.summary)}</p>
<p class="facts"><span>Version ${escape(page.info.version)}</span><span>Address ${code(origin)}</span><a href="/openapi.json">openapi.json</a></p>
<div class="columns"><div class="prose" id="start">
${paragraphs(page.info.description)}
<p>Everything under <code>/api/v1</code> needs a token. Register your program once, exchange its id and secret for a token, and send the token with every request. A token is valid for <code>expires_in</code> seconds.</p>
</div><div class="shown">
${panel('First steps', 'shell', shell(firstSteps(origin)))}
</div></div>
<section class="group" id="scopes"><h2>Scopes${anchor('scopes', 'Scopes')}</h2>
<p>A token has some or all of the scopes of its client. Each operation names the scope that it needs.</p>
<table><thead><tr><th>Scope</th><th>Grants</th></tr></thead><tbody>
${scopes.map(([scope, grants]) => `<tr><td><code class="chip">${escape(scope)}</code></td><td>${escape(grants)}</td></tr>`).join('\n')}
</tbody></table></section>
${groups
  .map(
    ({ name, description, operations: inGroup }) =>
      `<section class="group" id="${slug(name)}"><h2>${escape(name)}${anchor(slug(name), name)}</h2><p>${sentence(description)}</p>
${inGroup.map(article).join('\n')}</section>`,
  )
  .join('\n')}
<section class="group" id="errors"><h2>Errors${anchor('errors', 'Errors')}</h2>
<p>Any request can also fail with ${COMMON_ERRORS.map((name) => `<code>${name}</code>`).join(' or ')}. An unknown path fails with <code>not_found</code>, an unsupported method with <code>method_not_allowed</code>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${(Object.keys(ERROR_CODES) as ErrorCode[])
  .map(
    (name) =>
      `<tr id="error-${name}"><td>${code(name)}</td><td class="number">${ERROR_STATUS[name]}</td><td>${escape(ERROR_CODES[name])}</td></tr>`,
  )
  .join('\n')}
</tbody></table></section>
<section class="group" id="headers"><h2>Headers${anchor('headers', 'Headers')}</h2>
<p>The response headers and their meaning.</p>
<dl class="fields">${Object.entries(HEADERS)
    .map(
      ([name, { description }]) =>
        `<div class="field" id="header-${name.toLowerCase()}"><dt>${code(name)}</dt><dd>${sentence(description)}</dd></div>`,
    )
    .join('\n')}</dl></section>
<section class="group" id="schemas"><h2>Schemas${anchor('schemas', 'Schemas')}</h2>
<p>The JSON objects in responses, and inside the bodies of requests.</p>
${answeredSchemas
  .map(
    ([name, schema]) =>
      `<article id="schema-${name}"><h3>${escape(name)}${anchor(`schema-${name}`, name)}</h3><div class="prose">${fields(schema, false)}</div></article>`,
  )
  .join('\n')}
</section>
<footer>Generated from <a href="/openapi.json">/openapi.json</a>, which any OpenAPI 3.1 tool can read.</footer>
</main>
<a class="up" href="#contents">↑ Contents</a>
</body>
</html>
`;
}

/** The error codes in the schema of an error response. */
function codesOf(schema: object | undefined): ErrorCode[] {
  const { allOf = [] } = (schema ?? {}) as { allOf?: { properties?: { error?: { enum: ErrorCode[] } } }[] };
  return allOf.flatMap(({ properties }) => properties?.error?.enum ?? []);
}

function chips(codes: readonly ErrorCode[]): string {
  return `<ul class="chips">${codes
    .map(
      (name) =>
        `<li><a href="#error-${name}" title="${escape(ERROR_CODES[name])}"><b>${ERROR_STATUS[name]}</b>${code(name)}</a></li>`,
    )
    .join('')}</ul>`;
}

const firstSteps = (origin: string) => `# once: register your program; this prints its secret
safelight clients add --id my-frame

# a token, for an hour
curl -s -u "my-frame:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  "${origin}/oauth/token"

# the best pictures of the library
curl -s -H "Authorization: Bearer $TOKEN" \\
  "${origin}/api/v1/images?rating_min=4"`;

/** A lamp behind a red filter. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#3a120a"/><circle cx="12" cy="12" r="7" fill="#e2401f"/><circle cx="12" cy="12" r="3" fill="#ffc9b8"/></svg>`;

/** The content security policy: only the page's own style and its inline icon. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
