import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody, ErrorCode } from '../contract/errors.ts';
import { reasonOf } from '../platform/errors.ts';
import { ERROR_STATUS } from './responses/error-status.ts';

/** By the codes of Node's HTTP parser; all others are requests that cannot be read. */
const REFUSALS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The address and the headers are longer than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'payload_too_large',
    'The chunks of the body carry more than 16 KiB besides their data.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/** Answers a request that cannot be read as every failure is answered. Its connection ends then: where the next request begins nobody knows. */
export function refuse(socket: Duplex, error: NodeJS.ErrnoException & { reason?: string; rawPacket?: Buffer }): void {
  const [code, detail] = REFUSALS[error.code ?? ''] ?? [
    'invalid_request',
    `The request is not HTTP as it should be: ${error.reason ?? reasonOf(error)}.`,
  ];
  const body = JSON.stringify({ error: code, detail } satisfies ErrorBody);
  const status = ERROR_STATUS[code];
  // An answer to HEAD has no body, whatever it is about.
  const isHead = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Date: ${new Date().toUTCString()}`,
      'Connection: close',
      '',
      isHead ? '' : body,
    ].join('\r\n'),
  );
}
