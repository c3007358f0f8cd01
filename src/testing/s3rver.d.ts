/** The part that tests use. */
declare module '@20minutes/s3rver' {
  import type { AddressInfo, Server } from 'node:net';

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    httpServer: Server & { closeAllConnections(): void };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
