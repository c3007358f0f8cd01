/** A schema, as far as the page shows it. */
export interface Schema {
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
export interface Media {
  schema?: Schema;
  example?: unknown;
}
export interface Response {
  description: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, Media>;
}
export interface Operation {
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
/** The parts of the document that the page uses. */
export interface ShownDocument {
  info: { title: string; summary: string; description: string; version: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: { oauth: { flows: { clientCredentials: { scopes: Record<string, string> } } } };
  };
}
/** An operation and where it is. */
export interface ShownOperation extends Operation {
  method: string;
  path: string;
}
