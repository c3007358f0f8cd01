/** The part that we use. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  export interface Attributes {
    size: number;
    /** Seconds. */
    mtime: number;
    isDirectory(): boolean;
  }
  export interface Listed {
    filename: string;
    attrs: Attributes;
  }
  /** `code`: the number of the SFTP protocol, version 3. */
  export type Done<Value = unknown> = (
    error: (Error & { code?: number | string }) | null | undefined,
    value: Value,
  ) => void;

  export interface Sftp {
    lstat(path: string, done: Done<Attributes>): void;
    readdir(path: string, done: Done<Listed[]>): void;
    fastPut(from: string, to: string, options: { concurrency?: number }, done: Done): void;
    writeFile(path: string, content: Buffer, options: { flag: string }, done: Done): void;
    rename(from: string, to: string, done: Done): void;
    /** Throws where the server does not know it. */
    ext_openssh_rename(from: string, to: string, done: Done): void;
    unlink(path: string, done: Done): void;
    mkdir(path: string, done: Done): void;
    rmdir(path: string, done: Done): void;
    createReadStream(path: string, options?: { start: number; end: number }): Readable;
  }

  interface ClientEvents {
    ready: [];
    close: [];
    end: [];
    error: [Error & { level?: string }];
  }
  export class Client extends EventEmitter<ClientEvents> {
    connect(options: {
      host: string;
      port: number;
      username: string;
      password?: string;
      privateKey?: string;
      passphrase?: string;
      readyTimeout: number;
      keepaliveInterval: number;
      keepaliveCountMax: number;
      hostVerifier: (key: Buffer) => boolean;
    }): void;
    setNoDelay(isOff: boolean): void;
    sftp(done: Done<Sftp>): void;
    end(): void;
    destroy(): void;
  }
}
