import type { RequestHandler } from 'express';
import type { Principal } from '../../auth/auth.ts';
import { readOnly } from '../../platform/errors.ts';
import { isServed } from '../responses/allowed-methods.ts';
import { principalOf } from './guard.ts';

const mayChange = ({ scopes }: Principal) => scopes.has('cache:refresh') || scopes.has('images:write');

/**
 * 403 `read_only` for everything that changes something about an image: edits, decisions, undo, refreshes, exports. If the scope
 * is missing, the route itself says so. A GET that finds no picture is refused where it would ask for one.
 */
export function refuseWhenReadOnly(whyReadOnly: () => string | null): RequestHandler {
  return (req, res, next) => {
    const changes = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(req.method);
    // What would be not found or not allowed stays that.
    const why = changes ? whyReadOnly() : null;
    if (why !== null && isServed(req) && mayChange(principalOf(res))) throw readOnly(why);
    next();
  };
}
