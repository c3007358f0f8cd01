import { createHash } from 'node:crypto';
import { ERROR_CODES, type ErrorCode } from '../../../contract/errors.ts';
import { ERROR_STATUS } from '../../responses/error-status.ts';
import { COMMON_ERRORS, type OpenApiDocument } from '../document.ts';
import { HEADERS } from '../headers.ts';
import { plainDocument } from '../plain-document.ts';
import { DOCS_STYLE } from './docs-style.ts';
import { anchor, code, escape, methodName, panel, paragraphs, sentence, shell, slug } from './html.ts';
import { operationArticle } from './operation-article.ts';
import type { ShownDocument, ShownOperation } from './shown-document.ts';
import { ShownSchemas } from './shown-schemas.ts';

interface Group {
  name: string;
  description: string;
  operations: ShownOperation[];
}

/** The page at /docs, made from the OpenAPI document. It has no script and loads nothing from other servers. */
export function docsPage(document: OpenApiDocument): string {
  const { info, servers, tags, paths, components } = plainDocument(document) as ShownDocument;
  const schemas = new ShownSchemas(components.schemas);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ShownOperation => ({ ...operation, method, path })),
  );
  const groups = tags
    .map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.tags.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);
  const contents = navigation(groups);
  const brand = `<a class="brand" href="./">${MARK}<span>${escape(info.title)} <small>${escape(info.version)}</small></span></a>`;

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} API</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<style>${DOCS_STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<div class="side">${brand}<nav aria-label="Contents">${contents}</nav></div>
<details class="contents" id="contents"><summary>${escape(info.title)} API: contents</summary><nav aria-label="Contents">${contents}</nav></details>
<main id="main">
${startSection(info, servers[0]!.url)}
${scopesSection(components.securitySchemes.oauth.flows.clientCredentials.scopes)}
${groups.map((group) => groupSection(group, schemas)).join('\n')}
${errorsSection()}
${headersSection()}
${schemasSection(operations, schemas)}
<footer>Generated from <a href="openapi.json">/openapi.json</a>, which any OpenAPI 3.1 tool can read.</footer>
</main>
<a class="up" href="#contents">↑ Contents</a>
</body>
</html>
`;
}

function navigation(groups: readonly Group[]): string {
  const lists = groups.map(({ name, operations }) => {
    const links = operations.map(
      ({ operationId, method, summary }) =>
        `<li><a href="#${operationId}">${methodName(method)}<span>${escape(summary)}</span></a></li>`,
    );
    return `<h2>${escape(name)}</h2><ul>${links.join('')}</ul>`;
  });
  return `<h2>Start</h2><ul><li><a href="#start">First steps</a></li><li><a href="#scopes">Scopes</a></li></ul>
${lists.join('\n')}
<h2>Reference</h2><ul><li><a href="#errors">Errors</a></li><li><a href="#headers">Headers</a></li><li><a href="#schemas">Schemas</a></li></ul>`;
}

const startSection = ({ title, summary, description, version }: ShownDocument['info'], origin: string) =>
  `<h1>${escape(title)} API</h1>
<p class="lead">${escape(summary)}</p>
<p class="facts"><span>Version ${escape(version)}</span><span>Address ${code(origin)}</span><a href="openapi.json">openapi.json</a></p>
<div class="columns"><div class="prose" id="start">
${paragraphs(description)}
<p>Everything under <code>/api/v1</code> needs a token. Register your program once, exchange its id and secret for a token, and send the token with every request. A token is valid for <code>expires_in</code> seconds.</p>
</div><div class="shown">
${panel('First steps', 'shell', shell(firstSteps(origin)))}
</div></div>`;

const firstSteps = (origin: string) => `# once: register your program; this prints its secret
safelight clients add --id my-frame

# a token, for an hour
curl -s -u "my-frame:$CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  "${origin}/oauth/token"

# the best pictures of the library
curl -s -H "Authorization: Bearer $TOKEN" \\
  "${origin}/api/v1/images?rating_min=4"`;

function scopesSection(scopes: Record<string, string>): string {
  const rows = Object.entries(scopes).map(
    ([scope, grants]) => `<tr><td><code class="chip">${escape(scope)}</code></td><td>${escape(grants)}</td></tr>`,
  );
  return `<section class="group" id="scopes"><h2>Scopes${anchor('scopes', 'Scopes')}</h2>
<p>A token has some or all of the scopes of its client. Each operation names the scope that it needs.</p>
<table><thead><tr><th>Scope</th><th>Grants</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></section>`;
}

const groupSection = ({ name, description, operations }: Group, schemas: ShownSchemas) =>
  `<section class="group" id="${slug(name)}"><h2>${escape(name)}${anchor(slug(name), name)}</h2><p>${sentence(description)}</p>
${operations.map((operation) => operationArticle(operation, schemas)).join('\n')}</section>`;

function errorsSection(): string {
  const rows = (Object.keys(ERROR_CODES) as ErrorCode[]).map(
    (name) =>
      `<tr id="error-${name}"><td>${code(name)}</td><td class="number">${ERROR_STATUS[name]}</td><td>${escape(ERROR_CODES[name])}</td></tr>`,
  );
  return `<section class="group" id="errors"><h2>Errors${anchor('errors', 'Errors')}</h2>
<p>Any request can also fail with ${COMMON_ERRORS.map(code).join(' or ')}. An unknown path fails with <code>not_found</code>, an unsupported method with <code>method_not_allowed</code>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></section>`;
}

function headersSection(): string {
  const rows = Object.entries(HEADERS).map(
    ([name, { description }]) =>
      `<div class="field" id="header-${name.toLowerCase()}"><dt>${code(name)}</dt><dd>${sentence(description)}</dd></div>`,
  );
  return `<section class="group" id="headers"><h2>Headers${anchor('headers', 'Headers')}</h2>
<p>The response headers and their meaning.</p>
<dl class="fields">${rows.join('\n')}</dl></section>`;
}

function schemasSection(operations: readonly ShownOperation[], schemas: ShownSchemas): string {
  const articles = schemas
    .named(operations)
    .map(
      ([name, schema]) =>
        `<article id="schema-${name}"><h3>${escape(name)}${anchor(`schema-${name}`, name)}</h3><div class="prose">${schemas.fields(schema, false)}</div></article>`,
    );
  return `<section class="group" id="schemas"><h2>Schemas${anchor('schemas', 'Schemas')}</h2>
<p>The JSON objects in responses, and inside the bodies of requests.</p>
${articles.join('\n')}
</section>`;
}

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
