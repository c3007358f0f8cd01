import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody, ErrorCode } from '../contract/errors.ts';
import { reasonOf } from '../platform/errors.ts';
import { HEAD_TOO_LONG } from './network/request-head.ts';
import { ERROR_STATUS } from './responses/error-status.ts';

/** By error code of Node's HTTP parser; all others mean a malformed request. */
const REFUSALS: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', HEAD_TOO_LONG],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    'payload_too_large',
    'The chunk extensions and trailers of the body are longer than 16 KiB.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
};

/**
 * Answers a malformed request in the form of every failure. Its connection ends then, because nobody knows where the
 * next request begins.
 */
export function refuse(socket: Duplex, error: NodeJS.ErrnoException & { reason?: string; rawPacket?: Buffer }): void {
  const [code, detail] = REFUSALS[error.code ?? ''] ?? [
    'invalid_request',
    `The request is not valid HTTP: ${error.reason ?? reasonOf(error)}.`,
  ];
  const body = JSON.stringify({ error: code, detail } satisfies ErrorBody);
  const status = ERROR_STATUS[code];
  // An answer to HEAD never has a body.
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
