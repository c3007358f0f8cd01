/**
 * The only file that names the files of a queue, following docs/bridge-protocol.md. The plugin's
 * `assets/lua/safelight/queue.lua` has its own names for those that it writes.
 */
export const queueFiles = (queue: string) => ({
  waiting: queue,
  /** Taken by the plugin. */
  working: `${queue}.working`,
  /** Just taken by the plugin: newer than its other jobs. */
  taken: `${queue}.taken`,
  /** Taken by the renderer. */
  rendererWorking: `${queue}.working-cli`,
  /** Just taken by the renderer, to be put before its other jobs; seen only after a crash. */
  rendererTaken: `${queue}.taken-cli`,
  /** Failed jobs with the reason. */
  failed: `${queue}.failed`,
  /** The same, while some are being removed. */
  failedInHand: `${queue}.failed.mine`,
  /** Jobs that are being moved to another queue file. */
  moving: `${queue}.moving`,
});

/** The jobs taken by workers. */
export function filesInHand(queue: string): string[] {
  const { working, rendererTaken, rendererWorking, taken } = queueFiles(queue);
  return [working, rendererTaken, rendererWorking, taken];
}

/** The files with unfinished jobs. */
export const jobFiles = (queue: string): string[] => [queueFiles(queue).waiting, ...filesInHand(queue)];

/** All files of a queue; jobs first. */
export function allFilesOfQueue(queue: string): string[] {
  const { failed, failedInHand, moving } = queueFiles(queue);
  return [...jobFiles(queue), failed, failedInHand, moving];
}
