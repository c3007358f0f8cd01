import express, { Router } from 'express';
import { expect, test } from 'vitest';
import { servedRoutes } from './express-routes.ts';

const answer: express.RequestHandler = (_req, res) => void res.end();

test('routes of routers in routers are found with their whole path and every method', () => {
  const inner = Router();
  inner.get('/', answer);
  inner.route('/:id/preview').get(answer).patch(answer);
  inner.all('/:id', answer);
  const outer = Router();
  outer.use(answer);
  outer.use(['/images', '/pictures'], inner);
  const app = express();
  app.use('/api/v1', outer);
  app.post('/oauth/token', answer);
  expect(servedRoutes(app).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'get /api/v1/images',
    'get /api/v1/images/{id}/preview',
    'patch /api/v1/images/{id}/preview',
    'get /api/v1/pictures',
    'get /api/v1/pictures/{id}/preview',
    'patch /api/v1/pictures/{id}/preview',
    'post /oauth/token',
  ]);
});

test('a route that is a pattern is refused, as no document could name it', () => {
  const app = express();
  app.get(/secret/, answer);
  expect(() => servedRoutes(app)).toThrow('/secret/');
});
