import { routes } from '../server/http-app.ts';
import { type OpenApiDocument, openApiDocument } from '../server/openapi/document.ts';

let made: OpenApiDocument | undefined;

/**
 * The document that answers are checked against. One for all servers of a test file: where a server is says nothing about its
 * answers, and making the document and its schemas anew takes a tenth of a second of the processor's time.
 */
export const apiDocument = (): OpenApiDocument =>
  (made ??= openApiDocument(routes, { version: '0.0.0', origin: 'http://127.0.0.1:4380' }));
