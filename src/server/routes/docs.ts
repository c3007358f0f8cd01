import { Router } from 'express';
import { DOCS_POLICY, docsPage } from '../docs-page.ts';
import { methodNotAllowed } from '../error-answer.ts';
import { jsonAnswer, matches, sendJson, type JsonAnswer } from '../json-answer.ts';
import { documentOf, type OpenApiDocument } from '../openapi.ts';
import type { Parts } from '../parts.ts';

/** GET /openapi.json    GET /docs. Open to anyone: they tell what the program can do, not what is in the library. */
export function docsRoutes(parts: Pick<Parts, 'version' | 'origin'>): Router {
  const routes = Router();
  // The address can change while the program runs (another port); the document then is another one.
  const rendered = new WeakMap<OpenApiDocument, { json: JsonAnswer; page: JsonAnswer }>();
  const answers = () => {
    const document = documentOf(parts);
    let both = rendered.get(document);
    if (!both) {
      both = { json: jsonAnswer(JSON.stringify(document)), page: jsonAnswer(docsPage(document)) };
      rendered.set(document, both);
    }
    return both;
  };

  routes.get('/openapi.json', (req, res) => {
    sendJson(req, res, answers().json);
  });
  routes.all('/openapi.json', methodNotAllowed('GET', 'HEAD'));

  routes.get('/docs', (req, res) => {
    const { body, etag } = answers().page;
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Content-Security-Policy', DOCS_POLICY);
    if (matches(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
    res.type('html').send(body);
  });
  routes.all('/docs', methodNotAllowed('GET', 'HEAD'));
  return routes;
}
