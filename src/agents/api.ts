/** How tools reach the library: through Safelight's own API, with the rights of whoever called, so that each right is checked where it always is. */
export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, such as `/images/4711`. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer {
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
  bytes: Buffer;
}

/** Every answer, be it an error. */
export type RawApi = (request: ApiRequest) => Promise<ApiAnswer>;

export interface Api {
  /** The JSON of a successful answer. Throws ApiError. */
  json<Body>(request: ApiRequest): Promise<Body>;
  /** Any successful answer. Throws ApiError. */
  answer(request: ApiRequest): Promise<ApiAnswer>;
}

/** The API refused. `detail` may quote names from the library. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fields: Readonly<Record<string, string>>;

  constructor({ status, bytes }: ApiAnswer) {
    const { error = 'error', detail = '', fields = {} } = parsed(bytes);
    super(`${status} ${error}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = error;
    this.detail = detail;
    this.fields = fields;
  }
}

export function apiOf(ask: RawApi): Api {
  const answer = async (request: ApiRequest) => {
    const given = await ask(request);
    if (given.status >= 400) throw new ApiError(given);
    return given;
  };
  return {
    answer,
    json: async <Body>(request: ApiRequest) => JSON.parse((await answer(request)).bytes.toString()) as Body,
  };
}

/** The body of an error is JSON; a proxy's, or none, is not. */
function parsed(bytes: Buffer): { error?: string; detail?: string; fields?: Record<string, string> } {
  try {
    return JSON.parse(bytes.toString()) as ReturnType<typeof parsed>;
  } catch {
    return {};
  }
}
