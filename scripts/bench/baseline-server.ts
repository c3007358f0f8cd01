/**
 * The servers that Safelight is compared with: they only send the files of a folder, by name. Argument: JSON of
 * BaselineJob. Prints its address once it listens.
 */
import express from 'express';
import { readFile, readFileSync, readdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface BaselineJob {
  /**
   * express: default settings. express-no-etag: without hashing each answer. http: node:http alone; http-disk: reading
   * the file each time.
   */
  kind: 'express' | 'express-no-etag' | 'http' | 'http-disk';
  contentType: string;
  folder: string;
  /** Answer every request with 304 and no body. */
  notModified?: boolean;
}

function listener({ kind, contentType, folder, notModified = false }: BaselineJob): RequestListener {
  const nameIn = (url: string) => url.slice(1).split('?', 1)[0]!;
  if (kind === 'http-disk') {
    return (req, res) => {
      readFile(join(folder, nameIn(req.url!)), (error, body) => {
        if (error) res.writeHead(404).end();
        else res.writeHead(200, { 'Content-Type': contentType, 'Content-Length': body.length }).end(body);
      });
    };
  }
  const answers = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  if (kind === 'http') {
    return (req, res) => {
      const body = answers.get(nameIn(req.url!));
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
  app.get('/:name', (req, res, next) => {
    const body = answers.get(req.params.name);
    if (!body) next();
    else if (notModified) res.status(304).set('ETag', '"1"').end();
    else res.type(contentType).send(body);
  });
  return app;
}

const server = createServer(listener(JSON.parse(process.argv[2]!) as BaselineJob));
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
