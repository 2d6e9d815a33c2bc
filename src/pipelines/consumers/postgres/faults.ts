/** What errors of PostgreSQL mean: which are transient, what to set, and their texts without secrets. */
import { PipelineError } from '../../../core/errors.ts';
import { errorCode, messageOf } from '../../../core/system-errors.ts';
import type { PostgresSettings } from './settings.ts';

/** An error that the server sent. */
export interface ServerError extends Error {
  /** SQLSTATE. */
  code: string;
  table?: string;
  column?: string;
  constraint?: string;
  /** Where it happened, such as a line and a column of COPY. */
  where?: string;
}

/** Returns whether the server itself sent it. */
export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && typeof errorCode(error) === 'string';
}

/** SQLSTATE of transient faults: connection, resources, restart, conflict; 57014 is a statement timeout. */
const passing = /^(08...|53...|57P0[123]|57014|40001|40P01|55P03|25P03)$/;

/** SQLSTATE of a full disk. */
const DISK_FULL = '53100';

/** Returns the SQLSTATE; with a full disk a connection cannot begin, and PostgreSQL calls that an internal error. */
function sqlstateOf({ code, message }: ServerError): string {
  return code === 'XX000' && message.includes('could not write init file') ? DISK_FULL : code;
}

/** Returns whether the same transaction may go well later. */
export function isPassing(error: unknown): boolean {
  return isServerError(error) ? passing.test(sqlstateOf(error)) : isConnectionFault(error);
}

/** SQLSTATE of binary rows that are not of the table's types. */
const MISREAD = '08P01';

/** Returns whether the server does not take rows as they were sent straight into their table. */
export function isRefused(error: unknown): boolean {
  return isServerError(error) && (!isPassing(error) || error.code === MISREAD);
}

function isConnectionFault(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  return (
    /^E(?!RR_)|^ERR_STREAM/.test(code) ||
    /^(Connection|Client|timeout|Query read|Cannot use a|This socket)/i.test(messageOf(error))
  );
}

/** What to do, by SQLSTATE, by code of the system or of TLS. */
const advice: Record<string, string> = {
  '28P01': 'set username and password',
  '28000': 'set username and password, or let the user in (pg_hba.conf)',
  '3D000': 'set database, or create it',
  '53300': 'raise max_connections there, or run fewer pipelines',
  [DISK_FULL]: 'make room on its disk',
  ECONNREFUSED: 'set host and port, or start it',
  ENOTFOUND: 'set host',
  EAI_AGAIN: 'set host',
  ETIMEDOUT: 'set host and port, or a longer connect_timeout',
  ENOENT: 'set host and port, or start it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'set host to the name in its certificate, or sslmode to verify-ca',
  CERT_HAS_EXPIRED: 'renew its certificate',
};

const untrusted = /SELF_SIGNED|UNABLE_TO|CERT_/;

function adviceFor(error: unknown): string {
  const code = isServerError(error) ? sqlstateOf(error) : (errorCode(error) ?? '');
  if (code in advice) return advice[code];
  if (untrusted.test(code)) return 'set sslrootcert to the certificate of its authority, or sslmode to require';
  if (/does not support SSL/.test(messageOf(error))) return 'turn on ssl there, or set sslmode to disable';
  if (/timeout/i.test(messageOf(error))) return 'set host and port, or a longer connect_timeout';
  return 'set host, port, database, username and password';
}

/** Returns where the tables are, for people. */
export function locationOf(settings: PostgresSettings): string {
  return `${serverOf(settings)}, schema ${settings.schema}`;
}

function serverOf({ host, port, database, isNamed }: PostgresSettings): string {
  return `${host}:${port}${isNamed ? `/${database}` : ''}`;
}

/** Returns what the database is called, for people. */
export function databaseOf({ database, isNamed }: PostgresSettings): string {
  return isNamed ? `database ${database}` : 'the database of the user';
}

/** Returns the error for a server that cannot be reached or lets nobody in. */
export function unreachable(component: string, settings: PostgresSettings, error: unknown): PipelineError {
  const message = `${component} cannot use PostgreSQL at ${serverOf(settings)}: ${said(error, settings)}; ${adviceFor(error)}`;
  return new PipelineError(message, { code: 'sink_unreachable', component });
}

/** Returns what an error says, without the password; row values are in its details, which are omitted. */
export function said(error: unknown, { password }: PostgresSettings): string {
  // Node adds a flag of its own; the advice here is in terms of the config.
  const text =
    messageOf(error).replace(/; if the root CA is installed locally.*/, '') || errorCode(error) || 'no answer';
  return password.length >= 4 ? text.replaceAll(password, '********') : text;
}

/** Returns the error for rows that the server refuses. */
export function refused(
  component: string,
  settings: PostgresSettings,
  error: unknown,
  ledger: number | undefined,
): PipelineError {
  if (!isServerError(error)) throw error;
  const { code: sqlstate, constraint } = error;
  const column = error.column ?? /column (\w+)/.exec(error.where ?? '')?.[1];
  const table = error.table ?? /COPY ll_(\w+)/.exec(error.where ?? '')?.[1];
  const place = [table && `table ${table}`, column && `column ${column}`, constraint && `constraint ${constraint}`];
  const where = [ledger && `ledger ${ledger}`, ...place].filter((part) => part).join(', ');
  const message = `${component}: PostgreSQL at ${locationOf(settings)} refuses rows${where && ` (${where})`}: ${said(error, settings)} (SQLSTATE ${sqlstate}); ${rowAdvice(sqlstate)}`;
  return new PipelineError(message, { code: 'sink_refused', component, ledger, table, column, sqlstate });
}

function rowAdvice(sqlstate: string): string {
  if (sqlstate === '42501') return 'grant SELECT, INSERT, UPDATE and DELETE on its tables to the user';
  if (sqlstate === '22003')
    return 'set wide_amounts: true for amounts, make an integer column bigint, or set on_error: skip';
  if (sqlstate.startsWith('42')) return 'start the pipeline again, which mends its tables';
  if (sqlstate.startsWith('23')) return 'mend the rows of the table that forbid it, or set on_error: skip';
  return 'set on_error: skip to leave such ledgers out';
}
