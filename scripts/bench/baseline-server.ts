/**
 * What Safelight is measured against: servers that do nothing but send bytes from memory.
 * Argument: JSON of BaselineJob. Prints its address once it listens.
 */
import express from 'express';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BaselineJob {
  /** express: as it comes. express-no-etag: without hashing each answer. http: node:http alone. */
  kind: 'express' | 'express-no-etag' | 'http';
  contentType: string;
  /** Path of the request → file with the bytes of the answer. */
  bodies: Record<string, string>;
  /** Answer every request with 304 and no body. */
  notModified?: boolean;
}

function listener({ kind, contentType, bodies, notModified = false }: BaselineJob): RequestListener {
  const answers = new Map(Object.entries(bodies).map(([path, file]) => [path, readFileSync(file)]));
  if (kind === 'http') {
    return (req, res) => {
      const body = answers.get(req.url!);
      if (!body) {
        res.writeHead(404).end();
      } else if (notModified) {
        res.writeHead(304, { ETag: '"1"' }).end();
      } else {
        res.writeHead(200, { 'Content-Type': contentType, 'Content-Length': body.length });
        res.end(body);
      }
    };
  }
  const app = express();
  if (kind === 'express-no-etag') app.disable('etag');
  for (const [path, body] of answers) {
    app.get(path, (_req, res) => {
      if (notModified) res.status(304).set('ETag', '"1"').end();
      else res.type(contentType).send(body);
    });
  }
  return app;
}

const server = createServer(listener(JSON.parse(process.argv[2]!) as BaselineJob));
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
