/** Errors as people read them. */
import { LedgerlakeError, QueryError } from '../core/errors.ts';
import { messageOf, systemReason } from '../core/system-errors.ts';
import { Interrupted } from './interrupt.ts';

/** What DuckDB says of a table that there is not: the name that it proposes is the most alike in letters, whatever it means. */
const NO_TABLE = /^Catalog Error: Table with name/;
/** What is said of the lake that commands use where none is named. */
const NO_LAKE = /^no lake at lake:/;

/** Returns the message after `error:`. Marks internal errors as such; `debug` adds stacks. */
export function errorText(error: unknown, { debug = false }: { debug?: boolean } = {}): string {
  const text = messageOf(error);
  if (error instanceof Interrupted) return text;
  if (debug && error instanceof Error) return `error: ${withCauses(error)}`;
  if (NO_LAKE.test(text)) return `error: ${text}\n--lake or LEDGERLAKE_LAKE names another lake.`;
  if (error instanceof QueryError && NO_TABLE.test(text))
    return `error: ${text}\n"ledgerlake tables" lists the tables.`;
  if (error instanceof LedgerlakeError) return `error: ${text}`;
  if (isOfSystem(error)) return `error: ${systemText(error)}`;
  return `internal error: ${text}\nThis is a fault of ledgerlake; with --debug it says where.`;
}

function withCauses(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${withCauses(error.cause)}` : stack;
}

/** Node's errors of files, memory and the like name the call that failed. */
function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

function systemText(error: Error): string {
  const reason = systemReason(error);
  if (reason === undefined) return error.message;
  return 'path' in error && typeof error.path === 'string' ? `${error.path}: ${reason}` : reason;
}
