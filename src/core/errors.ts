/** Every error a user can meet. Mistakes of a programmer stay plain `Error`. */

/** Facts that locate an error; all plain data, so that they survive the way out of a worker thread. */
export type ErrorFields = Record<string, string | number | undefined>;

/** The base of all our errors: a message for people, `fields` for programs. */
export class LedgerlakeError<Fields extends ErrorFields = ErrorFields> extends Error {
  /** Facts that locate the error, such as `file`, `ledger` and `offset`; empty if there are none. */
  readonly fields: Fields | Record<string, never>;

  constructor(message: string, fields?: Fields, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.fields = fields ?? {};
  }
}

/** Invalid XDR. Fields: file, ledger, offset, path; `protocol` if only a newer version can read the ledger. */
export class DecodeError extends LedgerlakeError {}

/** A hash, chain or range that does not hold. Fields: file, ledger, check, found, expected. */
export class VerifyError extends LedgerlakeError {}

/**
 * What can be done about an error of a store. `missing`: there is no such object. `denied`: not for this user. `offline`: the
 * host cannot be reached. `passing`: worth another attempt. `refused`: anything else that another attempt would not change.
 * `empty`: it holds no ledgers. `uncut`: nothing says how it is cut into files.
 */
export type StoreErrorKind = 'missing' | 'denied' | 'offline' | 'passing' | 'refused' | 'empty' | 'uncut';

/** A store that lacks a requested ledger, or contradicts itself. Fields: store, key, kind. */
export class StoreError extends LedgerlakeError<ErrorFields & { kind?: StoreErrorKind }> {
  /** What can be done about it; undefined where nobody asks. */
  get kind(): StoreErrorKind | undefined {
    return this.fields.kind;
  }
}

/** A lake that cannot be used as asked: held, read-only, of another network or format. Fields: lake. */
export class LakeError extends LedgerlakeError {}

/** SQL that does not parse, does not bind or may not run. Fields: sql. */
export class QueryError extends LedgerlakeError {}

/** A specification file that is wrong. Fields: file, line, key. */
export class SpecError extends LedgerlakeError {}

/**
 * A pipeline that cannot start or continue. Fields: code (a finding code, or one such as `sink_unreachable`), component,
 * ledger. Its message names component and server, says what to set, and holds no secret.
 */
export class PipelineError extends LedgerlakeError<ErrorFields & { code?: string; component?: string }> {}

/** A command line or option that is wrong. */
export class UsageError extends LedgerlakeError {}

const classes = { DecodeError, VerifyError, StoreError, LakeError, QueryError, SpecError, PipelineError, UsageError };

/** An error as data, for a message between threads. */
export interface PlainError {
  /** Name of the class, such as `DecodeError`. */
  name: string;
  /** The message for people. */
  message: string;
  /** The fields of a LedgerlakeError; empty for other errors. */
  fields: ErrorFields;
  /** The stack trace; absent for a LedgerlakeError. */
  stack?: string;
}

/** Returns the error as plain data; `restoreError` is its inverse. */
export function plainError(error: unknown): PlainError {
  if (error instanceof LedgerlakeError) return { name: error.name, message: error.message, fields: error.fields };
  if (error instanceof Error)
    return { name: error.name, message: error.message, fields: systemFields(error), stack: error.stack };
  return { name: 'Error', message: String(error), fields: {} };
}

/** What the system says of a call that failed, which tells such an error from a fault of the program. */
function systemFields(error: Error): ErrorFields {
  if (!('syscall' in error)) return {};
  const said = Object.entries(error).filter(([name]) => ['code', 'syscall', 'path'].includes(name));
  return Object.fromEntries<string>(said);
}

/** Returns the error that `plainError` took apart, of the same class. */
export function restoreError(plain: PlainError): Error {
  const known = classes[plain.name as keyof typeof classes] as typeof LedgerlakeError | undefined;
  if (known) return new known(plain.message, plain.fields);
  const error = new Error(plain.message);
  error.name = plain.name;
  if (plain.stack) error.stack = plain.stack;
  return Object.assign(error, plain.fields);
}

/** Returns the exit code for an error: 2 for wrong usage, 1 for everything else. */
export function exitCode(error: unknown): number {
  return error instanceof UsageError ? 2 : 1;
}
