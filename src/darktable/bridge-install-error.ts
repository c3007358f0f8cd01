/** Why nothing could be installed or removed. The message is for people. */
export class BridgeInstallError extends Error {
  readonly problem: 'no-config' | 'luarc-unwritable' | 'folder-unwritable';
  constructor(problem: BridgeInstallError['problem'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BridgeInstallError';
    this.problem = problem;
  }
}
