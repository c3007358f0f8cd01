import express, { type Request } from 'express';
import { complaintLine, type Complaint } from '../../platform/complaints.ts';
import { AppError, invalidQuery } from '../../platform/errors.ts';
import { isJson } from '../responses/content-type.ts';
import { reader } from './body.ts';
import type { Route } from './route.ts';

/**
 * A change is not made if it is asked for with more than it takes: with a parameter such as `dry_run`, or with fields where there is no body, such as the
 * `instance` of an undo. Without them, it would be another change than the one that is meant. A picture that is rendered anew changes nothing of an image,
 * whatever else the request says.
 */
const isChange = ({ method, path, tag }: Pick<Route, 'method' | 'path' | 'tag'>) =>
  method !== 'get' && path.startsWith('/api/v1/') && tag !== 'Previews and exports';
type Parts = Pick<Route, 'method' | 'path' | 'tag'> & { query?: unknown; body?: unknown };
export const takesNoQuery = (route: Parts): boolean => isChange(route) && !route.query;
export const takesNoBody = (route: Parts): boolean => isChange(route) && !route.body;

/** Reads whatever is sent as JSON. */
export const anyJson = reader(
  express.json({ limit: '1mb', strict: false, type: (req) => isJson(req.headers['content-type']) }),
);

/** Throws `invalid_query`. */
export function refuseQuery({ query }: Request): void {
  const unused = unusedIn(query, 'no parameters are taken here');
  if (unused.length > 0) throw invalidQuery(complaintLine(unused));
}

/** Throws `invalid_body`. */
export function refuseBody({ body }: Request): void {
  const unused = unusedIn(body, 'no body is taken here');
  if (unused.length > 0) throw new AppError('invalid_body', complaintLine(unused));
}

const unusedIn = (sent: unknown, message: string): Complaint[] =>
  typeof sent === 'object' && sent !== null ? Object.keys(sent).map((path) => ({ path, message })) : [];
