import express, { type RequestHandler } from 'express';
import { complaintLine, type Complaint } from '../../platform/complaints.ts';
import { AppError, invalidQuery } from '../../platform/errors.ts';
import { takesNoBody, takesNoQuery } from '../openapi/operation.ts';
import { operationAt } from '../responses/allowed-methods.ts';
import { isJson } from '../responses/content-type.ts';

const anyJson: RequestHandler = express.json({
  limit: '1mb',
  strict: false,
  type: (req) => isJson(req.headers['content-type']),
});

/**
 * 400 where a change is asked for with more than it takes: with a parameter such as `dry_run`, or with fields where there is no body, such as the `instance`
 * of an undo. Done without them, it would be another change than the one that is meant.
 */
export const refuseUnusedParts: RequestHandler = (req, res, next) => {
  const operation = operationAt(req);
  if (operation && takesNoQuery(operation)) {
    const unused = unusedIn(req.query, 'no parameters are taken here');
    if (unused.length > 0) throw invalidQuery(complaintLine(unused));
  }
  if (!operation || !takesNoBody(operation)) {
    next();
    return;
  }
  anyJson(req, res, (error?: unknown) => {
    const unused = error === undefined ? unusedIn(req.body, 'no body is taken here') : [];
    next(unused.length > 0 ? new AppError('invalid_body', complaintLine(unused)) : error);
  });
};

const unusedIn = (sent: unknown, message: string): Complaint[] =>
  typeof sent === 'object' && sent !== null ? Object.keys(sent).map((path) => ({ path, message })) : [];
