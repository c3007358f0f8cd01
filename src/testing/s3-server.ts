/** An S3 server in this process that checks signatures: key and secret are both `S3RVER`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Account } from '../publishing/destinations/s3/s3-requests.ts';

export interface S3Server {
  account: S3Account;
  stop(): Promise<void>;
}

export async function s3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'safelight-s3-'));
  const configureBuckets = [{ name: 'pictures', configs: [] }];
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return {
    account: {
      address: new URL(`http://127.0.0.1:${port}/`),
      region: 'us-east-1',
      bucket: 'pictures',
      prefix: '',
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
