/** Failures of requests to a store, sorted by what the caller can do. */
import type { StoreErrorKind } from '../../core/errors.ts';
import { redact } from './redact.ts';

/** What one request can tell; that a store is empty takes more. */
export type FaultKind = Exclude<StoreErrorKind, 'empty' | 'uncut'>;

export interface FaultFacts {
  status?: number;
  /** The store's or the system's word for it, such as NoSuchBucket or ECONNRESET. */
  code?: string;
  /** How long the store asks to be left alone. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** One failed request; its message holds no credentials. */
export class Fault extends Error {
  readonly kind: FaultKind;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FaultKind, message: string, { status, code, retryAfterMs, cause }: FaultFacts = {}) {
    super(redact(message), cause === undefined ? undefined : { cause });
    this.name = 'Fault';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

const PASSING_STATUS = new Set([408, 416, 425, 429, 500, 502, 503, 504]);
/** Codes that stores send with a status that would say otherwise; the S3 client sets its clock right after the first. */
const PASSING_CODES = new Set(['RequestTimeTooSkewed', 'RequestTimeout', 'SlowDown', 'InternalError']);

/** What S3 and GCS call a thing that is not there; plain servers call it nothing. */
const MISSING_CODES = new Set(['', 'NoSuchKey', 'NoSuchBucket', 'NoSuchVersion', 'notFound']);

/** Returns the fault for an HTTP status that is not good, with the store's own code and words when it sent any. */
export function statusFault(status: number, message: string, facts: FaultFacts = {}): Fault {
  const said = message === '' ? '' : `: ${message}`;
  const text = `the store answered ${status}${facts.code ? ` ${facts.code}` : ''}${said}`;
  return new Fault(kindOf(status, facts.code), text, { ...facts, status });
}

function kindOf(status: number, code = ''): FaultKind {
  if (PASSING_STATUS.has(status) || PASSING_CODES.has(code)) return 'passing';
  if (status === 404 || status === 410) return MISSING_CODES.has(code) ? 'missing' : 'refused';
  return status === 401 || status === 403 ? 'denied' : 'refused';
}

const OFFLINE = ['ENOTFOUND', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'];
const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|EPROTO|ERR_INVALID_PROTOCOL)/;

/** Returns the fault for what a client threw before or while a body came. */
export function networkFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const code = codeOf(error);
  const text = innermostMessage(error);
  if (code !== undefined && OFFLINE.includes(code)) return new Fault('offline', text, { code, cause: error });
  if (code !== undefined && TLS.test(code)) {
    const message = `no secure connection: ${opensslReason(text)} (${code}); check the address, this machine's clock, and NODE_EXTRA_CA_CERTS`;
    return new Fault('refused', message, { code, cause: error });
  }
  // The system and the HTTP clients give a code to everything that happens to a connection.
  if (code === undefined) return new Fault('refused', text, { cause: error });
  return new Fault('passing', text.includes(code) ? text : `${text} (${code})`, { code, cause: error });
}

/** Of `error:0A00010B:SSL routines:function:wrong version number:file:line:` the words that are for people. */
function opensslReason(text: string): string {
  return /:SSL routines:[^:]*:([^:]+)/.exec(text)?.[1] ?? text;
}

/** Returns how many milliseconds a Retry-After header asks for: seconds, or a date. */
export function retryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^[0-9]+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The innermost code says most: fetch wraps the system's error, and Node several when a name has several addresses. */
function codeOf(error: unknown): string | undefined {
  const inner = innermost(error);
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined;
}

function innermostMessage(error: unknown): string {
  const { message } = innermost(error);
  return message === '' ? String(error) : message;
}

function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return innermost(error.errors[0]);
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
