import { Router } from 'express';
import { DOCS_POLICY, docsPage } from '../openapi/docs-page.ts';
import { bytesAnswer, jsonAnswer, sendJson, type JsonAnswer } from '../responses/json-answer.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Services } from '../../app/services.ts';

const HTML = 'text/html; charset=utf-8';

type DocsParts = Pick<Services, 'version' | 'origin'> & { auth: Pick<Services['auth'], 'sessionCookie'> };

/** GET /openapi.json    GET /docs. Open to everybody: they tell what the program can do, not what is in the library. */
export function docsRoutes({ version, origin, auth }: DocsParts): Router {
  const routes = Router();
  let rendered: { origin: string; json: JsonAnswer; page: JsonAnswer } | null = null;
  const answers = () => {
    // The address can change while the program runs: another port, another name.
    if (rendered?.origin !== origin()) {
      const document = openApiDocument({ version, origin: origin(), sessionCookie: auth.sessionCookie.name });
      rendered = {
        origin: origin(),
        json: jsonAnswer(JSON.stringify(document)),
        page: bytesAnswer(Buffer.from(docsPage(document)), HTML),
      };
    }
    return rendered;
  };

  routes.get('/openapi.json', (req, res) => {
    sendJson(req, res, answers().json);
  });

  routes.get('/docs', (req, res) => {
    res.setHeader('Content-Security-Policy', DOCS_POLICY);
    sendJson(req, res, answers().page);
  });
  return routes;
}
