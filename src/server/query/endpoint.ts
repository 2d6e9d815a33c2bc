/** An endpoint: what it takes, what it answers, and how. One file in `endpoints/` makes one with `list` or `object`. */
import type { TSchema } from 'typebox';
import type { Row } from './fields.ts';
import type { Parameters } from './parameters.ts';
import type { ResultFormat, ResultTable } from './tables.ts';
import type { View } from './view.ts';

/** What a request asks of an endpoint. */
export interface EndpointRequest {
  view: View;
  /** Parameters of path and query. */
  given: ReadonlyMap<string, string>;
  /** Signs cursors. */
  secret: Uint8Array;
  /** What came with POST, read as JSON; it is not checked. */
  body?: unknown;
  /** What the answer will be written as. */
  format: ResultFormat;
}

/** A request for a stream. */
export interface StreamRequest extends Pick<EndpointRequest, 'view' | 'given' | 'secret'> {
  /** The cursor of the last event that the client got. */
  lastEventId?: string | undefined;
  /** Is aborted when the client is gone, or the server ends. */
  signal: AbortSignal;
  /** How long a page may take, in milliseconds. */
  budget: number;
}

/** A table that is asked for as a file, whatever else the client accepts. */
export interface File {
  name: string;
  format: ResultFormat;
}

/** An answer that is no JSON of ours, as a file where it has a name. */
export interface Raw {
  type: string;
  bytes: Buffer;
  name?: string;
}

/** An answer: one object, `_meta` in it. */
export interface Answer {
  body: Row;
  file?: File;
  headers?: Readonly<Record<string, string>>;
  /** The table, where it was written in the format that was asked for. */
  written?: Buffer;
  /** What is sent in place of `body`. */
  raw?: Raw;
}

export interface Endpoint {
  /** Below the base address; `{name}` is a parameter. */
  path: string;
  summary: string;
  /** GET unless it says otherwise. */
  method?: 'POST';
  /** What a good answer begins with; 200 unless it says otherwise. */
  status?: 200 | 202;
  /** Media types that answers have besides JSON and those of tables. */
  others?: readonly string[];
  /** Whether answers change without a commit to the lake, so that they have no tag. */
  isOutside?: boolean;
  /** What must come with POST. */
  body?: TSchema;
  /** How many values a body may have, if that is not as many as statements and parameters need. */
  mostValues?: number;
  /** What those of the hosted service call its list. */
  legacyKey?: string;
  parameters: Parameters;
  /** What of the answer is a table; none where it has none. */
  table?: ResultTable;
  answer: TSchema;
  /** Returns server-sent events in pieces. Throws ApiError if the request is wrong. */
  stream?(asked: StreamRequest): Promise<AsyncGenerator<string>>;
  /** Throws ApiError for what it refuses. */
  handle(asked: EndpointRequest): Promise<Answer>;
}
