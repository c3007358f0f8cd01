import type { Request, Response } from 'express';
import { JsonAnswer, jsonAnswer, sendJson } from '../responses/json-answer.ts';
import type { Route } from './route.ts';

/** Sends what a handler gives, with the status and the caching that the route's answers name. */
export function senderOf({ answers }: Route): (given: unknown, req: Request, res: Response) => void {
  // Objects have whole numbers as keys in their order.
  const successes = Object.keys(answers)
    .map(Number)
    .filter((status) => status < 300);
  const [status = 200] = successes;
  const isTagged = 304 in answers;
  const isUnkept = answers[status]?.headers?.['Cache-Control'] === 'always';
  const hasNoBody = successes.every((each) => each === 204);

  return (given, req, res) => {
    if (given === null) return;
    if (given instanceof JsonAnswer) sendJson(req, res, given);
    else if (given !== undefined && isTagged) sendJson(req, res, jsonAnswer(JSON.stringify(given)));
    else if (given !== undefined || (hasNoBody && !res.headersSent)) {
      if (isUnkept) res.setHeader('Cache-Control', 'no-store');
      if (res.statusCode === 200) res.status(status);
      if (given === undefined) res.end();
      else res.json(given);
    }
  };
}
