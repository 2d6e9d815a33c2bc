/** Checks of what the tables say: each file of `sql/checks` is a query that returns the rows that break it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryError, UsageError } from '../../core/errors.ts';
import { quoteText, selectRows, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { keptCheck } from '../meaning/kept.ts';
import { indexCheck } from '../asking/narrow/key-ledgers.ts';
import type { Source } from '../asking/query/query.ts';
import { sqlFolder } from '../meaning/sql-files.ts';
import { messageOf } from '../../core/system-errors.ts';

/**
 * The result of a check: `unknown` if the loaded ledgers cannot tell, `known fault` of the chain, `finding` if a contract
 * does something unusual but legal.
 */
export type CheckStatus = 'broken' | 'unknown' | 'known fault' | 'finding';

/** A fact that does not hold, that nothing tells, or that is worth a look. */
export interface CheckRow {
  status: CheckStatus;
  /** The ledger; null when it is of none. */
  ledger: number | null;
  /** What it is about: an account, an operation, a table. */
  entity: string;
  fact: string;
  expected: string | null;
  found: string | null;
}

/** What a check says, and what it found. */
export interface CheckReport {
  /** Name of the check: its file in `sql/checks` without `.sql`. */
  name: string;
  /** The rule that the check tests, in one sentence. */
  says: string;
  /** How many rows contradict the check. */
  broken: number;
  /** How many rows the loaded ledgers cannot decide. */
  unknown: number;
  /** How many rows are wrong on the chain itself. */
  knownFaults: number;
  /** How many rows are allowed but rare enough to look at. */
  findings: number;
  /** The first rows of each status. */
  examples: CheckRow[];
}

/** Options of `checkLake`. */
export interface CheckOptions {
  /** Names of the checks to run; all by default. */
  names?: readonly string[];
  /** How many rows of each status are returned as examples; 5 by default. */
  examples?: number;
  /** Values that checks read with `getvariable`; none by default. */
  variables?: Readonly<Record<string, string>>;
  /** Interrupts the check that runs; the call then rejects with the reason of the signal. */
  signal?: AbortSignal;
}

interface CheckSource {
  name: string;
  says: string;
  sql: string;
}

const folder = join(sqlFolder, 'checks');

/** Returns name and meaning of every check, by name. */
export function listChecks(): { name: string; says: string }[] {
  return [...readChecks().map(({ name, says }) => ({ name, says })), keptCheck, indexCheck];
}

/** Runs checks one after another; throws UsageError for a name that is none's, QueryError when a check fails to run. */
export async function runChecks(
  source: Source,
  { names = [], examples = 5, variables = {}, signal }: CheckOptions = {},
): Promise<CheckReport[]> {
  const chosen = chooseChecks(names);
  const { connection, begin, release } = await source.session({ sql: chosen.map(({ sql }) => sql).join(';\n') });
  const interrupt = () => connection.interrupt();
  signal?.addEventListener('abort', interrupt);
  try {
    await begin();
    for (const [name, value] of Object.entries(variables)) {
      await connection.run(`set variable ${name} = ${quoteText(value)}`);
    }
    const reports: CheckReport[] = [];
    for (const check of chosen) {
      signal?.throwIfAborted();
      reports.push(await runCheck(connection, check, examples));
    }
    return reports;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await release();
  }
}

function chooseChecks(names: readonly string[]): CheckSource[] {
  const checks = readChecks();
  const unknown = names.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined) {
    const known = [...checks, keptCheck, indexCheck].map(({ name }) => name).join(', ');
    throw new UsageError(`unknown check "${unknown}", expected one of ${known}`);
  }
  return names.length === 0 ? checks : checks.filter(({ name }) => names.includes(name));
}

function readChecks(): CheckSource[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.sort().map((file) => {
    const sql = readFileSync(join(folder, file), 'utf8').trim().replace(/;$/, '');
    return { name: file.slice(0, -'.sql'.length), says: /^-- (.*)/.exec(sql)![1], sql };
  });
}

/** Rows are counted and the first of each status kept in one run of the query. */
async function runCheck(
  connection: DuckDBConnection,
  { name, says, sql }: CheckSource,
  examples: number,
): Promise<CheckReport> {
  const rows = await selectRows(
    connection,
    `select *, count(*) over (partition by status) as of_status
     from (\n${sql}\n)
     qualify row_number() over (partition by status order by ledger_sequence, entity, fact) <= ${examples}
     order by status, ledger_sequence, entity, fact`,
  ).catch((error: unknown) => {
    const message = messageOf(error);
    throw new QueryError(`check ${name}: ${message}`, { file: join(folder, `${name}.sql`) }, error);
  });
  const count = (status: CheckStatus) => Number(rows.find((row) => row['status'] === status)?.['of_status'] ?? 0);
  return {
    name,
    says,
    broken: count('broken'),
    unknown: count('unknown'),
    knownFaults: count('known fault'),
    findings: count('finding'),
    examples: rows.map((row) => ({
      status: row['status'] as CheckStatus,
      ledger: row['ledger_sequence'] === null ? null : Number(row['ledger_sequence']),
      entity: String(row['entity']),
      fact: String(row['fact']),
      expected: textOrNull(row['expected']),
      found: textOrNull(row['found']),
    })),
  };
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}
