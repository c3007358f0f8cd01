import { useSyncExternalStore } from 'react';
import type { PreviewFailureCode } from '../../contract/preview.ts';
import { Signal } from '../stores/store.ts';

/** Why no preview could be made of an image. */
export interface PreviewFailure {
  code: PreviewFailureCode;
  /** For people, in English. */
  reason: string;
}
/** For images on this page, until a preview arrives or another one is requested. */
const failures = new Map<number, PreviewFailure>();

/**
 * Images for which this page requested a new preview, each with the version of its preview at that time. A newer
 * version ends the wait.
 */
const waiting = new Map<number, string>();
const changes = new Signal();

export function nowWaiting(images: Iterable<{ id: number; version: string }>): void {
  for (const { id, version } of images) {
    waiting.set(id, version);
    failures.delete(id);
  }
  changes.tell();
}

/** A new preview has arrived. */
export function previewCame(id: number): void {
  const wasWaiting = waiting.delete(id);
  if (failures.delete(id) || wasWaiting) changes.tell();
}

/** The preview could not be made. */
export function previewFailed(id: number, failure: PreviewFailure): void {
  waiting.delete(id);
  failures.set(id, failure);
  changes.tell();
}

/** What became of them is not known: news were missed, or the library is another. */
export function forgetWaiting(): void {
  if (waiting.size + failures.size === 0) return;
  waiting.clear();
  failures.clear();
  changes.tell();
}

/** Whether a new preview of the image is on its way. */
export function isWaiting(id: number, version: string): boolean {
  const since = waiting.get(id);
  return since !== undefined && (since === '' || since === version);
}
/** The same, or why no new preview could be made, as far as this page knows. */
export const useAwaited = (id: number, version: string): PreviewFailure | boolean =>
  useSyncExternalStore(changes.subscribe, () => failures.get(id) ?? isWaiting(id, version));
