import type { OpenApiDocument } from './document.ts';

const PLACE = '#/components/responses/';

/** The document as plain data. Responses stand where they are referred to; schemas go on being references. */
export function plainDocument(document: OpenApiDocument): unknown {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const reference = (value as { $ref?: unknown } | null)?.$ref;
    if (typeof reference !== 'string' || !reference.startsWith(PLACE)) return value;
    return document.components?.responses?.[reference.slice(PLACE.length)];
  }) as unknown;
}
