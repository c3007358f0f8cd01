import { z } from 'zod';

/** Every `error` code that an answer can carry, and what it says. The contract's own come first. */
export const ERROR_CODES = {
  invalid_request: 'The request, or the token request in it, cannot be parsed, or the client id or secret is missing',
  unsupported_grant_type: 'grant_type is not client_credentials',
  invalid_scope: 'No requested scope is available to the client',
  invalid_id: 'The image id in the path is not an integer, or an id has a broken percent escape',
  invalid_body: 'The body cannot be parsed',
  invalid_params_b64: 'params_b64 is not base64, or not of the length that this module version has',
  unsupported_module: 'The module has no named parameters',
  params_required: 'The module can be edited through params_b64 only',
  invalid_client: 'Unknown client or wrong secret',
  unauthorized: 'No token, or one that is not valid',
  forbidden: 'The token lacks the scope of this route',
  not_found: 'There is no such image, or no such route',
  module_not_found: 'The module is not in the history of this image',
  queue_error: 'A queue file cannot be written',
  db_error: 'The stored parameters cannot be read',
  db_write_error: 'The edit was not stored',
  preview_timeout: 'No preview after 30 s',
  // Ours, where the contract is silent.
  invalid_query: 'A query parameter is unknown or has a value that is not allowed',
  precondition_failed: 'If-Match does not match any more',
  method_not_allowed: 'The route exists, but not with this method',
  payload_too_large: 'The body is larger than 1 MiB',
  headers_too_large: 'The address and the headers are longer than 16 KiB',
  request_timeout: 'The request did not arrive in time',
  misdirected_host: 'The Host header names another host',
  forbidden_origin: 'The Origin header does not belong to this server',
  slow_down: 'Too many wrong secrets, sign-ins, revoked tokens, waiting previews or exports; try again later',
  conflict: 'It exists already',
  read_only: 'Safelight is in read-only mode',
  lan_access_off: 'Other devices cannot reach this Safelight: LAN access is off',
  invalid_settings: 'A setting does not exist or has a value that cannot be used',
  range_not_satisfiable: 'The requested range lies outside the file',
  library_unavailable: 'The library cannot be read at the moment',
  index_building: 'The index is being built; try again soon',
  storage_error: 'Nothing could be stored: the disk is full, or the folder cannot be written',
  internal_error: 'Something went wrong here',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The body of every failure. `error_description` repeats `detail` on the OAuth routes, where RFC 6749 clients look for it. */
export const ErrorBody = z
  .object({
    error: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string(),
    error_description: z.string().optional(),
    fields: z.record(z.string(), z.string()).optional().describe('By name, what is wrong with each setting or field'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
