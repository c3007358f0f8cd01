import { reasonOf } from '../../../platform/errors.ts';
import { DestinationFailure, type FailureKind } from '../destination.ts';

/** The numbers of the SFTP protocol that we ask for. */
export const MISSING = 2;
const DENIED = 3;
/** Anything that a server does not explain: also "it is there already", and a full disk. */
export const FAILED = 4;
const UNSUPPORTED = 8;
const NO_SPACE = 14;
const QUOTA = 15;

const KINDS: Record<number, [kind: FailureKind, advice: string]> = {
  [MISSING]: ['later', 'the folder is not there'],
  [DENIED]: ['person', 'this account may not do that'],
  [FAILED]: ['later', 'the server does not say why. Maybe its disk is full'],
  [UNSUPPORTED]: ['person', 'the server cannot do that'],
  [NO_SPACE]: ['later', 'the disk there is full'],
  [QUOTA]: ['person', 'the quota of this account is used up'],
};

/** Carries the number as its cause, for who knows what it means there. */
export function sftpFailure(what: string, error: unknown): unknown {
  if (error instanceof DestinationFailure) return error;
  const { code } = error as { code?: unknown };
  const known = typeof code === 'number' ? KINDS[code] : undefined;
  const [kind, advice] = known ?? ['later', reasonOf(error)];
  return new DestinationFailure(kind, `${what}: ${advice}.`, { cause: error });
}

/** The number of the protocol; null: it is no answer of the server. */
export function codeOf(error: unknown): number | null {
  const cause = error instanceof DestinationFailure ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'number' ? cause.code : null;
}
