import type { RequestHandler } from 'express';
import { readOnly } from '../../platform/errors.ts';
import { isServed } from '../responses/allowed-methods.ts';
import { principalOf } from './guard.ts';

/**
 * 403 `read_only` for whatever changes something of an image: edits, their undoing, refreshes, exports. Who lacks the scope is told that
 * by the route itself. A GET that finds no picture is refused where it would ask for one.
 */
export function refuseWhenReadOnly(isReadOnly: () => boolean): RequestHandler {
  return (req, res, next) => {
    const changes = req.method === 'POST' || req.method === 'PATCH';
    // What is not there stays not found, or not allowed.
    if (changes && isReadOnly() && isServed(req) && principalOf(res).scopes.has('cache:refresh')) throw readOnly();
    next();
  };
}
