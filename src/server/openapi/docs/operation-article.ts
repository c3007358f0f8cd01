import { ERROR_CODES, type ErrorCode } from '../../../contract/errors.ts';
import { ERROR_STATUS } from '../../responses/error-status.ts';
import { COMMON_ERRORS } from '../document.ts';
import { anchor, breakable, code, colored, escape, methodName, panel, paragraphs, sentence, shell } from './html.ts';
import type { Media, Operation, Response, ShownOperation } from './shown-document.ts';
import { nameOf, type ShownSchemas } from './shown-schemas.ts';

/** All that the page says of an operation: what it needs, what it takes, how it answers, and a command to try. */
export function operationArticle(operation: ShownOperation, schemas: ShownSchemas): string {
  const { operationId: id, summary, description, path, parameters = [], requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  const examples = successes.flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ example }) =>
      example === undefined ? [] : [panel(`Response ${status}`, 'json', colored(example))],
    ),
  );
  return `<article id="${id}" aria-labelledby="${id}-title">
<div class="columns"><div>
<h3 id="${id}-title">${escape(summary)}${anchor(id, summary)}</h3>
<p class="route">${methodName(operation.method)}${breakable(path)}<span class="needs">${accessOf(operation)}</span></p>
${description === undefined ? '' : paragraphs(description)}
${parametersOf('Path', parameters, 'path', schemas)}
${parametersOf('Query', parameters, 'query', schemas)}
${parametersOf('Headers', parameters, 'header', schemas)}
${requestBody ? bodyOf(requestBody.content, schemas) : ''}
<h4>Responses</h4><dl class="fields">${successes.map(([status, response]) => answer(status, response, schemas)).join('\n')}</dl>
${errorsOf(responses)}
</div><div class="shown">
${panel('Try it', 'shell', shell(operation['x-codeSamples'][0]!.source))}
${examples.join('\n')}
</div></div>
</article>`;
}

function accessOf({ security }: Operation): string {
  const scopes = security.flatMap((requirement) => requirement.oauth ?? []);
  if (scopes.length > 0) return `needs ${scopes.map(code).join(' and ')}`;
  return security.length === 0 ? 'open to anyone' : 'needs the client id and secret';
}

function parametersOf(
  title: string,
  parameters: NonNullable<Operation['parameters']>,
  place: string,
  schemas: ShownSchemas,
): string {
  const rows = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema, required }) => schemas.field(name, schema, required === true));
  return rows.length === 0 ? '' : `<h4>${title}</h4><dl class="fields">${rows.join('\n')}</dl>`;
}

function bodyOf(content: Record<string, Media>, schemas: ShownSchemas): string {
  const types = Object.keys(content).map(code).join(' or ');
  return `<h4>Body</h4><p class="type">${types}</p>${schemas.body(Object.values(content)[0]!.schema!)}`;
}

function answer(status: string, { description, headers = {}, content = {} }: Response, schemas: ShownSchemas): string {
  const types = Object.entries(content).map(([type, { schema }]) => {
    if (type !== 'application/json' || !schema) return code(type);
    return nameOf(schema) === undefined ? 'JSON' : schemas.typeOf(schema);
  });
  const promised = Object.entries(headers).map(
    ([name, { required }]) =>
      `<a href="#header-${name.toLowerCase()}">${code(name)}</a>${required === true ? '' : ' sometimes'}`,
  );
  return `<div class="field"><dt><span class="status">${status}</span><span class="type">${types.join(', ')}</span></dt><dd>${sentence(description)}${
    promised.length === 0 ? '' : `<span class="values">With ${promised.join(', ')}</span>`
  }</dd></div>`;
}

/** The errors that this operation can have beyond those of any. */
function errorsOf(responses: Operation['responses']): string {
  const own = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => codesOf(content?.['application/json']?.schema))
    .filter((name) => !COMMON_ERRORS.includes(name));
  if (own.length === 0) return '';
  const chips = own.map(
    (name) =>
      `<li><a href="#error-${name}" title="${escape(ERROR_CODES[name])}"><b>${ERROR_STATUS[name]}</b>${code(name)}</a></li>`,
  );
  return `<h4>Errors</h4><ul class="chips">${chips.join('')}</ul>`;
}

/** The error codes in the schema of an error response. */
function codesOf(schema: object | undefined): ErrorCode[] {
  const { allOf = [] } = (schema ?? {}) as { allOf?: { properties?: { error?: { enum: ErrorCode[] } } }[] };
  return allOf.flatMap(({ properties }) => properties?.error?.enum ?? []);
}
