import { z } from 'zod';

/** All `error` codes and their meanings. The contract's own come first. */
export const ERROR_CODES = {
  invalid_request: 'The request, or the token request in it, cannot be parsed, or the client id or secret is missing',
  unsupported_grant_type: 'grant_type is not client_credentials',
  invalid_scope: 'No requested scope is available to the client',
  invalid_id: 'The image id in the path is not an integer, or an id has a broken percent escape',
  invalid_body: 'The body cannot be parsed',
  invalid_params_b64: 'params_b64 is not base64, or its length does not fit this module version',
  unsupported_module: 'The module has no named parameters',
  params_required: 'The module can be edited only through params_b64',
  invalid_client: 'Unknown client or wrong secret',
  unauthorized: 'The token is missing or not valid',
  forbidden: 'The token lacks the scope of this route',
  not_found: 'The image or the route does not exist',
  module_not_found: 'The module is not in the history of this image',
  queue_error: 'A queue file cannot be read or written',
  db_error: 'The stored parameters cannot be read',
  db_write_error: 'The edit was not stored',
  preview_timeout: 'The preview was not ready within 30 seconds',
  // Ours, where the contract is silent.
  invalid_query: 'A query parameter is unknown or has a value that is not allowed',
  precondition_failed: 'If-Match no longer matches',
  method_not_allowed: 'The route does not support this method',
  payload_too_large: 'The body is larger than 1 MiB',
  headers_too_large: 'The address and the headers, without cookies, are longer than 16 KiB',
  request_timeout: 'The request did not arrive in time',
  misdirected_host: 'The Host header names another host',
  forbidden_origin: 'The Origin header does not belong to this server',
  slow_down:
    'Too many wrong secrets, sign-ins, revoked tokens, waiting previews, exports or renderings; try again later',
  superseded: 'A newer request of the same viewer replaced this one',
  not_rendered: 'The picture could not be rendered',
  renderer_unavailable: 'No darktable of this computer can render pictures at once',
  conflict: 'The request conflicts with the current state',
  read_only: 'Safelight is in read-only mode',
  lan_access_off: 'Other devices cannot reach this Safelight: LAN access is off',
  invalid_settings: 'A setting does not exist or has a value that cannot be used',
  range_not_satisfiable: 'The requested range lies outside the file',
  library_unavailable: 'The library cannot be read at the moment',
  index_building: 'The index is being built; try again soon',
  storage_error: 'The data could not be stored: the disk is full, or the folder is missing or not writable',
  internal_error: 'An unexpected error occurred in Safelight',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The body of every error. On the OAuth routes `error_description` repeats `detail`, as RFC 6749 clients expect. */
export const ErrorBody = z
  .object({
    error: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string(),
    error_description: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional().describe('What is wrong with each setting or field, by name'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
