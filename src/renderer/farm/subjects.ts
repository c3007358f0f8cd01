/**
 * The names at the broker (docs/farm.md). The server lets a worker use only those that carry its name, and only through exports of the
 * coordinator's account.
 */
export const STREAMS = { jobs: 'JOBS', sources: 'SRC', pictures: 'RES', results: 'RESULTS' } as const;

/** What somebody looks at goes before what may take the night. */
export const LANES = ['fast', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

/** The coordinator's consumer of results. */
export const RESULTS_CONSUMER = 'coordinator';

export const jobSubject = (lane: Lane, key: string) => `jobs.${lane}.${key}`;
export const sourceSubject = (sha256: string) => `src.${sha256}`;
export const pictureSubject = (worker: string, random: string) => `res.${worker}.${random}`;
export const resultSubject = (worker: string, key: string) => `results.${worker}.${key}`;
export const heartbeatSubject = (worker: string) => `farm.hb.${worker}`;
/** Answered by the coordinator that uses this broker: there is one. */
export const COORDINATOR_SUBJECT = 'farm.coordinator';

/** A worker's answers come here, and it may listen to nothing else. */
export const inboxPrefix = (worker: string) => `_INBOX_${worker}`;

/** The part of a subject after so many dots. */
export const partOf = (subject: string, at: number): string => subject.split('.')[at] ?? '';
