/** An endpoint: what it takes, what it answers, and how. One file in `endpoints/` makes one with `list` or `object`. */
import type { TSchema } from 'typebox';
import type { Row } from './fields.ts';
import type { Parameters } from './parameters.ts';
import type { View } from './view.ts';

/** What a request asks of an endpoint. */
export interface Asked {
  view: View;
  /** Parameters of path and query. */
  given: ReadonlyMap<string, string>;
  /** Signs cursors. */
  secret: Uint8Array;
}

/** An answer that is no JSON, such as CSV of a gold endpoint. */
export interface File {
  type: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** An answer: one object, `_meta` in it. */
export interface Answer {
  body: Row;
  file?: File;
}

export interface Endpoint {
  /** Below the base address; `{name}` is a parameter. */
  path: string;
  summary: string;
  /** What those of the hosted service call its list. */
  legacyKey?: string;
  parameters: Parameters;
  /** What a row of the list is; none for single objects. */
  row?: TSchema;
  answer: TSchema;
  /** Throws ApiError for what it refuses. */
  handle(asked: Asked): Promise<Answer>;
}
