/** An endpoint of pipelines, registry or secrets: what it takes and how it answers. */
import type { PipelineHost } from '../../pipelines/hosting/host.ts';

/** What a request asks. */
export interface PipelineRequest {
  host: PipelineHost;
  team: string;
  /** The uuid of a pipeline, or the path of a secret; empty where the path has none. */
  name: string;
  query: URLSearchParams;
  /** What came with the request. */
  body: Uint8Array;
  /** The media type of the body, without its parameters; empty where it is not said. */
  type: string;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
}

export interface PipelineAnswer {
  status: number;
  /** Sent as JSON, or as it is when it is a text; absent for an answer without a body. */
  body?: object | string;
  headers?: Readonly<Record<string, string>>;
}

export interface PipelineEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{uuid}` for a segment, `{path}` for segments. */
  path: string;
  summary: string;
  /** Parameters of the query, with what they mean. */
  query?: Readonly<Record<string, string>>;
  /** Media types of the body; the error for another type names the first. Absent if no body is read. */
  takes?: readonly string[];
  /** What errors are answered with besides `error`. */
  shape?: 'applied' | 'validated';
  /** Throws Refusal and HttpFault. */
  handle(asked: PipelineRequest): PipelineAnswer | Promise<PipelineAnswer>;
}
