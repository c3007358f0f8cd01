import type { Express } from 'express';
import inject from 'light-my-request';
import type { Principal } from '../../auth/principal.ts';
import type { ApiRequest, RawApi } from '../../agents/api.ts';
import { handleInBatch } from '../../platform/request-batch.ts';
import { actAs } from '../middleware/guard.ts';

const NO_SUCH_ROUTE = {
  status: 404,
  headers: {},
  bytes: Buffer.from(JSON.stringify({ error: 'not_found', detail: 'There is no such name.' })),
};

/**
 * The API without a connection: each request goes through the same checks, in the name of `principal()`. `app` is asked for late, as it is made
 * after the doors that use this.
 */
export const inProcessApi =
  (app: () => Express, origin: () => string, principal: () => Principal): RawApi =>
  async ({ method = 'GET', path, query = {}, body, headers = {} }: ApiRequest) => {
    const url = new URL(`/api/v1${path}`, origin());
    // A name with `..`, `?` or `#` in it would lead to another route.
    if (url.pathname !== `/api/v1${path}` || url.search !== '' || url.hash !== '') return NO_SUCH_ROUTE;
    for (const [name, value] of Object.entries(query))
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
    const speaker = principal();
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await inject(
      (req, res) => {
        actAs(req, speaker);
        keepMethods(req);
        keepMethods(res);
        handleInBatch(() => void app()(req as never, res as never));
      },
      {
        method,
        url: url.pathname + url.search,
        headers: { ...headers, host: url.host },
        ...(body !== undefined && { payload: body as object }),
      },
    );
    return {
      status: statusCode,
      bytes: rawPayload,
      headers: Object.fromEntries(Object.entries(answered).map(([name, value]) => [name, value?.toString()])),
    };
  };

/** Express gives requests and responses prototypes of its own, which have no connection to do without. */
function keepMethods(message: object): void {
  const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(message) as object);
  Object.defineProperties(message, methods);
}
