/** The tools of an agent. Each reads a lake by the REST API of a server on this machine. */
import Type, { type Static, type TObject } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { QueryApiError, type QueryClient, type QueryRelation, type SqlOptions } from '../client/client.ts';
import { UsageError } from '../core/errors.ts';
import type { Answers, ToolFinding, Grounds, Told } from './answer.ts';
import { lookupsOf, transaction, type EntityRequest } from './entity.ts';
import { savedQuestions } from './questions.ts';

/** What tools read. */
export interface ToolContext {
  client: QueryClient;
  answers: Answers;
}

/** A tool: its name, what it is for, what it takes, and how it answers. */
export interface Tool {
  name: string;
  description: string;
  input: TObject;
  /** Throws UsageError for values that do not fit, QueryApiError for what the server refuses. */
  run(context: ToolContext, given: unknown, signal: AbortSignal): Promise<Told>;
}

/** Rows at most of one statement: cursors go on within them. */
const MOST_ROWS = 10_000;

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const Parameters = Type.Record(Type.String(), Scalar, { description: 'Values by name.' });

function tool<Input extends TObject>(
  name: string,
  description: string,
  input: Input,
  find: (context: ToolContext, given: Static<Input>, signal: AbortSignal) => Promise<ToolFinding | Told>,
): Tool {
  return {
    name,
    description,
    input,
    async run(context, given, signal) {
      if (!Check(input, given)) throw new UsageError(`${name}: ${faultOf(input, given)}`);
      const found = await find(context, given, signal);
      return 'grounds' in found ? context.answers.of(found) : found;
    },
  };
}

function faultOf(input: TObject, given: unknown): string {
  const [error] = Errors(input, given);
  return error ? `${error.instancePath || 'the arguments'} ${error.message}` : 'the arguments do not fit';
}

export const tools: readonly Tool[] = [
  tool(
    'coverage',
    'Which network and ledgers the lake holds, gaps, close time of the last ledger, tables with their rows. Ask this first.',
    Type.Object({}),
    async ({ client }, _given, signal) => {
      const { _meta, ...data } = await client.get('/api/v1/meta', {}, { signal });
      return { data, grounds: _meta, call: 'GET /api/v1/meta' };
    },
  ),
  tool(
    'relations',
    'Tables, views and macros that SQL can name. Without arguments: all names. With `search`: relations that mention a word. ' +
      'With `relation` (such as silver.trades): columns with types, units and meanings.',
    Type.Object({
      search: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      relation: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    }),
    async ({ client }, { search, relation }, signal) => {
      const { data, _meta } = await client.relations({ signal });
      const call = 'GET /api/v1/relations';
      if (relation !== undefined) return { data: relationNamed(data, relation), grounds: _meta, call };
      const found = data.filter(
        (one) => search === undefined || JSON.stringify(one).toLowerCase().includes(search.toLowerCase()),
      );
      return {
        data: found.map((one) => ({ name: nameOf(one), kind: one.kind, grain: one.grain })),
        grounds: _meta,
        call,
      };
    },
  ),
  tool(
    'query',
    'Rows of one SQL statement that reads (DuckDB SQL). 64-bit integers and decimals are texts. Order the rows. Look at `relations` first.',
    Type.Object({
      sql: Type.String({ minLength: 1, maxLength: 100_000 }),
      parameters: Type.Optional(Parameters),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_ROWS, default: 200, description: 'Rows at most.' }),
      ),
    }),
    ({ client }, { sql, parameters, limit = 200 }, signal) => ask(client, sql, { parameters, limit, signal }),
  ),
  tool(
    'question',
    `A saved question, with the SQL that answers it. Names: ${savedQuestions.map(described).join(' ')}`,
    Type.Object({
      name: Type.String({ maxLength: 100, description: 'One of the names above.' }),
      parameters: Type.Optional(Parameters),
    }),
    ({ client }, { name, parameters = {} }, signal) => {
      const question = savedQuestions.find((one) => one.name === name);
      if (!question)
        throw new UsageError(`no question ${name}; there are ${savedQuestions.map((one) => one.name).join(', ')}`);
      const unknown = Object.keys(parameters).find((one) => !(one in question.parameters));
      if (unknown !== undefined) throw new UsageError(`the question ${name} has no parameter ${unknown}`);
      return ask(client, question.sql, {
        parameters: { ...question.parameters, ...parameters },
        limit: MOST_ROWS,
        signal,
      });
    },
  ),
  tool(
    'transaction',
    'What a transaction did, in words: operations, calls, movements, fees, changes, and why it failed.',
    Type.Object({ hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'Hash, in hex.' }) }),
    ({ client }, { hash }, signal) => lookUp(client, [transaction(hash.toLowerCase())], signal),
  ),
  tool(
    'entity',
    'What a name names, and what is known of it: an account (G…, M…), contract (C…), asset (XLM, CODE:ISSUER), ledger number, ' +
      'transaction hash, pool (L… or hex) or claimable balance (B… or hex). Other words are searched.',
    Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
    async ({ client }, { id }, signal) => {
      const lookups = lookupsOf(id);
      if (lookups.length > 0) return lookUp(client, lookups, signal);
      const { data, _meta } = await client.get('/api/v1/silver/search', { q: id }, { signal });
      return { data, grounds: _meta, call: pathOf({ path: '/api/v1/silver/search', parameters: { q: id } }) };
    },
  ),
  tool(
    'more',
    'The next rows of an answer that has a cursor.',
    Type.Object({ cursor: Type.String({ maxLength: 50 }) }),
    ({ answers }, { cursor }) => {
      const next = answers.after(cursor);
      if (!next) throw new UsageError(`no rows are kept for the cursor ${cursor}: ask again`);
      return Promise.resolve(next);
    },
  ),
];

function described({ name, tells, parameters }: (typeof savedQuestions)[number]): string {
  const own = Object.entries(parameters).map(([key, value]) => `${key}=${String(value)}`);
  return `${name}${own.length > 0 ? ` (${own.join(', ')})` : ''}: ${tells}`;
}

const nameOf = ({ schema, name }: QueryRelation) => `${schema}.${name}`;

function relationNamed(all: readonly QueryRelation[], text: string): QueryRelation {
  const found = all.find((one) => nameOf(one) === text) ?? all.find(({ name }) => name === text);
  if (found) return found;
  throw new UsageError(`no relation ${text}; search with the tool relations`);
}

async function ask(client: QueryClient, sql: string, options: SqlOptions): Promise<ToolFinding> {
  const { data, has_more: isCut, _meta } = await client.sql(sql, options);
  const { parameters = {} } = options;
  const call = Object.keys(parameters).length > 0 ? `${sql}; -- with ${JSON.stringify(parameters)}` : sql;
  return { data, grounds: _meta, call, isCut };
}

/** Returns what the requests find. Throws the error of the first one if none finds anything. */
async function lookUp(
  client: QueryClient,
  lookups: readonly EntityRequest[],
  signal: AbortSignal,
): Promise<ToolFinding> {
  const data: Record<string, unknown> = {};
  let grounds: Grounds | undefined;
  const calls: string[] = [];
  let missing: unknown;
  for (const { kind, path, parameters } of lookups) {
    try {
      // A path and the parameters that it has: types of each pair are of no use here.
      const { _meta, ...body } = (await client.get(path, parameters, { signal })) as { _meta?: Grounds };
      data[kind] = body;
      grounds ??= _meta;
      calls.push(pathOf({ path, parameters }));
    } catch (error) {
      if (!(error instanceof QueryApiError) || error.status !== 404) throw error;
      missing ??= error;
    }
  }
  if (calls.length === 0) throw missing;
  return { data, grounds: grounds ?? (await groundsOf(client, signal)), call: calls.join(' and ') };
}

/** Answers that have no grounds of their own are of all that is loaded. */
async function groundsOf(client: QueryClient, signal: AbortSignal): Promise<Grounds> {
  const { _meta } = await client.get('/api/v1/meta', {}, { signal });
  return _meta;
}

function pathOf({ path, parameters }: Pick<EntityRequest, 'path' | 'parameters'>): string {
  const rest = new URLSearchParams();
  let filled: string = path;
  for (const [name, value] of Object.entries(parameters)) {
    if (filled.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else rest.set(name, String(value));
  }
  return `GET ${filled}${rest.size > 0 ? `?${rest}` : ''}`;
}
