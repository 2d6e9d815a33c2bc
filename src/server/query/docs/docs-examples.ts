/** An example of each endpoint: what was asked of the sample, and what it answered, cut to a few lines. */
import { readFileSync } from 'node:fs';

/** A request with its answer. */
export interface DocsExample {
  /** Path below the address of a network, with its query. */
  request: string;
  /** What is sent with POST, as JSON. */
  body?: string;
  answer: unknown;
}

/** Where the examples are; a test writes them from a server of the sample. */
export const examplesFile = new URL('../../../../data/docs/examples.json', import.meta.url);

/** Returns the examples by method and path, such as `GET /api/v1/silver/accounts/top`. */
export function docsExamples(): Readonly<Record<string, DocsExample>> {
  return JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, DocsExample>;
}
