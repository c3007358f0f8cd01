import { z } from 'zod';
import type { Services } from '../../services.ts';
import { DOCS_POLICY, docsPage } from '../../openapi/docs/docs-page.ts';
import { openApiDocument, type OpenApiDocument } from '../../openapi/document.ts';
import { bytesAnswer, jsonAnswer, type JsonAnswer } from '../../responses/json-answer.ts';
import { tagged, taggedBytes } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

/** Open to everybody: they tell what the program can do, not what is in the library. */
export const docsRoutes = (all: () => readonly Route[]): readonly Route[] => {
  const rendered = ({ version, origin, auth }: Services, render: (document: OpenApiDocument) => JsonAnswer) => {
    let last: { origin: string; answer: JsonAnswer } | null = null;
    return () => {
      // The address can change while the program runs: another port, another name.
      if (last?.origin !== origin()) {
        const options = { version, origin: origin(), sessionCookie: auth.sessionCookie.name };
        last = { origin: origin(), answer: render(openApiDocument(all(), options)) };
      }
      return last.answer;
    };
  };
  return [
    route({
      method: 'get',
      path: '/openapi.json',
      id: 'getOpenApi',
      tag: 'Service',
      summary: 'Get this description as OpenAPI',
      scope: 'none',
      answers: tagged({ description: 'An OpenAPI 3.1 document.', json: z.looseObject({ openapi: z.string() }) }),
      handle: (services) => rendered(services, (document) => jsonAnswer(JSON.stringify(document))),
    }),
    route({
      method: 'get',
      path: '/docs',
      id: 'getDocs',
      tag: 'Service',
      summary: 'Read this description in a browser',
      scope: 'none',
      answers: taggedBytes('The page.', ['text/html']),
      handle: (services) => {
        const page = rendered(services, (document) =>
          bytesAnswer(Buffer.from(docsPage(document)), 'text/html; charset=utf-8'),
        );
        return ({ res }) => {
          res.setHeader('Content-Security-Policy', DOCS_POLICY);
          return page();
        };
      },
    }),
  ];
};
