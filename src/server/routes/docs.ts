import { Router } from 'express';
import { DOCS_POLICY, docsPage } from '../docs-page.ts';
import { methodNotAllowed } from '../error-answer.ts';
import { jsonAnswer, matches, sendJson, type JsonAnswer } from '../json-answer.ts';
import { openApiDocument } from '../openapi.ts';
import type { Parts } from '../parts.ts';

type DocsParts = Pick<Parts, 'version' | 'origin'> & { auth: Pick<Parts['auth'], 'sessionCookie'> };

/** GET /openapi.json    GET /docs. Open to anyone: they tell what the program can do, not what is in the library. */
export function docsRoutes({ version, origin, auth }: DocsParts): Router {
  const routes = Router();
  let rendered: { origin: string; json: JsonAnswer; page: JsonAnswer } | null = null;
  const answers = () => {
    // The address can change while the program runs: another port, another name.
    if (rendered?.origin !== origin()) {
      const document = openApiDocument({ version, origin: origin(), sessionCookie: auth.sessionCookie.name });
      rendered = { origin: origin(), json: jsonAnswer(JSON.stringify(document)), page: jsonAnswer(docsPage(document)) };
    }
    return rendered;
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
