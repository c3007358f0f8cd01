import type { z } from 'zod';
import type { ErrorCode } from '../contract/errors.ts';
import { didYouMean } from './did-you-mean.ts';
import { AppError } from './errors.ts';

/** A problem with a field, a parameter or a setting. */
export interface Complaint {
  /** Its name: `ids.3`, `curve[1].x`; empty: the whole body. */
  path: string;
  message: string;
}

/** The most complaints to show. */
export const MOST_COMPLAINTS = 50;
const LONGEST_MESSAGE = 1000;
const LONGEST_PATH = 100;

export const complaintText = ({ path, message }: Complaint) => (path === '' ? message : `${path}: ${message}`);

/** Complaints in one line, limited, because a body can have 100,000 mistakes. */
export function complaintLine(complaints: readonly Complaint[]): string {
  const told = complaints.slice(0, MOST_COMPLAINTS).map((one) => shortened(complaintText(one), LONGEST_MESSAGE));
  const left = complaints.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

/** An error with all complaints in its detail and, by name, in `fields`. */
export const refusedFields = (code: ErrorCode, complaints: readonly Complaint[]) =>
  new AppError(code, complaintLine(complaints), {
    fields: Object.fromEntries(
      complaints
        .slice(0, MOST_COMPLAINTS)
        .map(({ path, message }) => [path.slice(0, LONGEST_PATH), shortened(message, LONGEST_MESSAGE)]),
    ),
  });

const shortened = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The complaints of a schema. */
export const schemaComplaints = ({ issues }: Pick<z.ZodError, 'issues'>): Complaint[] =>
  issues.flatMap((issue): Complaint[] => {
    const meant = issue.code === 'invalid_union' ? meantBranch(issue.errors) : null;
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'no such field' }));
    if (!meant) return [{ path: issue.path.join('.'), message: issue.message }];
    return schemaComplaints({ issues: meant }).map(({ path, message }) => ({
      path: [...issue.path, ...(path === '' ? [] : [path])].join('.'),
      message,
    }));
  });

/** Of the forms that a value may have, the one that it was meant to be: the only one of its type. Null: it could be any. */
function meantBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue[] | null {
  const fitting = branches.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return fitting.length === 1 ? [...fitting[0]!] : null;
}

/** The complaint about an unknown name, with the nearest known one. */
export function noSuch(what: string, name: string, known: readonly string[]): string {
  const hint = didYouMean(name, known);
  return `no such ${what}${hint ? `, ${hint}` : ` (there are ${known.join(', ')})`}`;
}
