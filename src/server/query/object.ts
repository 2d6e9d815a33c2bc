/** Endpoints that answer with one object. */
import { Object as ObjectType, type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { EndpointRequest, File, Raw, Endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { fieldShape, type Row } from './fields.ts';
import { Meta, metaOf } from './meta.ts';
import { flag, may, readParameters, type Parameters, type Values } from './parameters.ts';
import type { ResultTable } from './tables.ts';
import type { Coverage, View } from './view.ts';

/** What was found. */
export interface FoundObject {
  /** The fields of the answer. */
  body: Row;
  /** The last ledger that was looked at; by default the latest. */
  scanned?: number;
  range?: { start_ledger: number; end_ledger: number };
  /** How far entries are known; by default as far as after the last ledger that was looked at. */
  coverage?: Coverage;
  warnings?: readonly string[];
  file?: File;
  raw?: Raw;
  headers?: Readonly<Record<string, string>>;
}

export interface ObjectSpec<P extends Parameters> {
  path: string;
  summary: string;
  parameters: P;
  /** The fields of the answer. */
  answer: Parameters;
  isState?: boolean;
  /** Whether answers change without a commit to the lake. */
  isOutside?: boolean;
  /** Media types that answers may have besides JSON. */
  others?: readonly string[];
  /** What of the answer is a table. */
  table?: ResultTable;
  /** Throws ApiError when there is no such thing. */
  read(values: Values<P>, view: View, secret: Uint8Array): Promise<FoundObject>;
}

/** Returns the endpoint of one thing. */
export function object<P extends Parameters>(spec: ObjectSpec<P>): Endpoint {
  const { path, summary, isState, table, others } = spec;
  const parameters: Parameters = {
    ...spec.parameters,
    explain: may(flag('Tell the SQL and its plan in `_meta.explain`.')),
  };
  const fields = ObjectType(spec.answer);
  const shape = fieldShape(fields);
  const answer = ObjectType({ ...spec.answer, _meta: Meta });
  const handle = async ({ view, given, secret }: EndpointRequest) => {
    const { values, warnings } = readParameters(parameters, given);
    const found = await spec.read(values as Values<P>, view, secret);
    const { body, scanned = view.bounds.latest, range, coverage, file, raw, headers, warnings: own = [] } = found;
    const parts = {
      scanned,
      isState,
      warnings: [...warnings, ...own],
      ...(range && { range }),
      ...(coverage && { coverage }),
    };
    if (raw) return { body: {}, raw, ...(headers && { headers }) };
    const told = shape(body) as Row;
    const answered = { ...told, _meta: await metaOf(view, parts) };
    return { body: answered, ...(file && { file }), ...(headers && { headers }) };
  };
  return {
    path,
    summary,
    isOutside: spec.isOutside,
    ...(others && { others }),
    parameters,
    ...(table && { table }),
    answer,
    handle,
  };
}

export interface PostedSpec<B extends TSchema> {
  path: string;
  summary: string;
  body: B;
  /** What a body is expected to be, in the words of a refusal. */
  expected: string;
  /** The fields of the answer. */
  answer: Parameters;
  isState?: boolean;
  /** Throws ApiError for what it refuses. */
  read(body: Static<B>, view: View): Promise<Pick<FoundObject, 'body' | 'scanned' | 'coverage' | 'warnings'>>;
}

/** Returns the endpoint of one thing that is asked for by a body. */
export function posted<B extends TSchema>(spec: PostedSpec<B>): Endpoint {
  const { path, summary, isState } = spec;
  const shape = fieldShape(ObjectType(spec.answer));
  const handle = async ({ view, body }: EndpointRequest) => {
    if (!Check(spec.body, body)) throw invalid(`invalid body: expected ${spec.expected}`);
    const { body: found, scanned = view.bounds.latest, coverage, warnings = [] } = await spec.read(body, view);
    const told = shape(found) as Row;
    return {
      body: { ...told, _meta: await metaOf(view, { scanned, isState, warnings, ...(coverage && { coverage }) }) },
    };
  };
  const answer = ObjectType({ ...spec.answer, _meta: Meta });
  return { path, summary, method: 'POST', parameters: {}, body: spec.body, answer, handle };
}
