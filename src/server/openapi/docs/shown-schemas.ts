import { code, escape, sentence } from './html.ts';
import type { Schema, ShownOperation } from './shown-document.ts';

type Schemas = Readonly<Record<string, Schema>>;

export const nameOf = (schema: Schema) => schema.$ref?.split('/').at(-1);

/** Shows the schemas of a document: their types in words, their values, their fields. */
export class ShownSchemas {
  readonly #schemas: Schemas;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** A type in words. Named objects link to their schema. */
  typeOf(schema: Schema): string {
    const name = nameOf(schema);
    const real = this.#resolve(schema);
    if (name !== undefined && real.properties) return `<a href="#schema-${name}">${escape(name)}</a>`;
    if (real.anyOf) return real.anyOf.map((one) => this.typeOf(one)).join(' or ');
    if (real.const !== undefined) return code(JSON.stringify(real.const));
    if (real.items) return `list of ${this.typeOf(real.items)}`;
    const types = [real.type ?? 'any value'].flat();
    return escape(types.join(' or ') + rangeOf(real));
  }

  field(name: string, schema: Schema, isRequired: boolean): string {
    const real = this.#resolve(schema);
    const nested = nameOf(schema) === undefined && real.properties ? this.fields(real, false) : '';
    const says = `${real.description === undefined ? '' : sentence(real.description)}${this.#valuesOf(schema)}${nested}`;
    return `<div class="field"><dt>${code(name)}<span class="type">${this.typeOf(schema)}</span>${
      real.default === undefined ? '' : `<span class="type">default ${code(String(real.default))}</span>`
    }${isRequired ? '<span class="required">required</span>' : ''}</dt>${says === '' ? '' : `<dd>${says}</dd>`}</div>`;
  }

  fields(schema: Schema, markRequired: boolean): string {
    const { properties = {}, required = [] } = this.#resolve(schema);
    const rows = Object.entries(properties).map(([name, property]) =>
      this.field(name, property, markRequired && required.includes(name)),
    );
    return `<dl class="fields">${rows.join('\n')}</dl>`;
  }

  /** The fields of a body, or of each of its alternatives. */
  body(schema: Schema): string {
    const { anyOf } = this.#resolve(schema);
    return anyOf
      ? anyOf.map((one) => this.fields(one, true)).join('<p class="either">or</p>')
      : this.fields(schema, true);
  }

  /**
   * The named objects that have a place of their own. The body of a request is shown with its operation; the objects inside it are among these,
   * with those of the responses.
   */
  named(operations: readonly ShownOperation[]): [string, Schema][] {
    const found = new Set<string>();
    const follow = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const name = nameOf(value);
      if (name !== undefined && !found.has(name)) {
        found.add(name);
        follow(this.#schemas[name]);
      }
      Object.values(value).forEach(follow);
    };
    follow(operations.map(({ responses }) => responses));
    for (const { requestBody } of operations)
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        if (schema) Object.values(this.#resolve(schema)).forEach(follow);
    return Object.entries(this.#schemas).filter(([name, schema]) => found.has(name) && schema.properties);
  }

  #valuesOf(schema: Schema): string {
    const real = this.#resolve(schema);
    const values = real.enum ?? (real.items && this.#resolve(real.items).enum);
    if (values) {
      const shown = values.filter((value) => value !== '').map((value) => code(String(value)));
      return `<span class="values">${shown.join(' · ')}</span>`;
    }
    const { examples = [] } = real;
    if (examples.length === 0) return '';
    return `<span class="values">such as ${examples.map((value) => code(String(value))).join(', ')}</span>`;
  }

  #resolve(schema: Schema): Schema {
    return { ...this.#schemas[nameOf(schema) ?? ''], ...schema };
  }
}

function rangeOf({ minimum, maximum, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` from ${minimum}`;
  if (maximum !== undefined) return ` up to ${maximum}`;
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`;
}
