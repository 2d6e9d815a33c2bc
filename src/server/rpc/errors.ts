/** JSON-RPC errors: one table of codes, and an error that knows its own. */
import { LedgerlakeError, type ErrorFields } from '../../core/errors.ts';

/** The codes in use, by the names that the metrics have for them. */
export const codes = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_parameters: -32602,
  internal_error: -32603,
  timeout: -32001,
  panic: -32003,
  cancelled: -32097,
  system_error: -32098,
} as const;

export type CodeName = keyof typeof codes;

/** The error of an answer. Clients such as stellar-sdk for Python take text as `data`; only extra members of a request are a list, as in jrpc2. */
export interface ErrorAnswer {
  readonly code: number;
  readonly message: string;
  readonly data?: string | readonly string[];
}

/** An error that the caller gets. */
export class RpcError extends Error implements ErrorAnswer {
  readonly codeName: CodeName;
  readonly data?: string;

  constructor(codeName: CodeName, message: string, data?: string) {
    super(message);
    this.codeName = codeName;
    this.data = data;
  }

  get code(): number {
    return codes[this.codeName];
  }
}

/** Returns the error for parameters that a check refused. */
export function invalidParams(message: string): RpcError {
  return new RpcError('invalid_parameters', message);
}

/** Returns the error for parameters that could not be decoded; `why` is the decoder's text. */
export function undecodable(why: string): RpcError {
  return new RpcError('invalid_parameters', 'invalid parameters', why);
}

export function invalidRequest(message: string): RpcError {
  return new RpcError('invalid_request', message);
}

export function internalError(message: string): RpcError {
  return new RpcError('internal_error', message);
}

/** Returns the error for a method that took longer than it may. */
export function timeoutError(): RpcError {
  return new RpcError('timeout', '[-32001] request exceeded processing limit threshold');
}

/** What an empty history answers. */
export const EMPTY = 'DB is empty';

/** Returns what an error says of where it arose, for the log. */
export function errorFields(error: unknown): ErrorFields {
  return error instanceof LedgerlakeError ? error.fields : {};
}
