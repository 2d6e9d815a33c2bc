/** What a request is refused with: a status, and one text. */

/** The codes of `X-Error-Code`, by status. */
export const errorCodes = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  409: 'conflict',
  413: 'invalid_request',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'service_unavailable',
} as const;

/** A status that ends a request. */
export type ErrorStatus = keyof typeof errorCodes;

/** An answer that is an error; its message is what the client reads. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  /** What `X-Error-Code` says. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, message: string, headers: Record<string, string> = {}, code?: string) {
    super(message);
    this.status = status;
    this.code = code ?? errorCodes[status];
    this.headers = headers;
  }
}

/** Returns the error of a parameter that is wrong. */
export function invalid(message: string): ApiError {
  return new ApiError(400, message);
}
