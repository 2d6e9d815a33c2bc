/** A client of the pipeline API; it needs `fetch` alone. */
import { ask, responseBody, QueryApiError, type RequestOptions } from './requests.ts';

/** Options of `pipelineClient`. */
export interface PipelineClientOptions {
  /** Where the server is, such as `http://127.0.0.1:8000`. */
  base: string;
  /** The API key; needed unless the server runs with `--auth off`. */
  key?: string;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: typeof globalThis.fetch;
}

/** A pipeline as lists show it. */
export interface PipelineSummary {
  /** The id, which paths name. */
  pipeline_id: string;
  /** The name in the definition. */
  name: string;
  /** The network that the pipeline reads. */
  network: string;
  /** State, such as `running` or `completed`. */
  status: string;
  /** First ledger, as the definition says. */
  start_ledger: string | number;
  /** Last ledger; null for a pipeline without an end. */
  end_ledger: string | number | null;
  /** Types of the processors, in their order. */
  processors: string[];
  /** Types of the consumers. */
  consumers: string[];
  /** Last ledger written. */
  current_ledger: number | null;
  /** From 0 to 1; null if an end of the range is unknown. */
  progress: number | null;
  /** When the pipeline was created. */
  created_at: string;
  /** When the definition or the state last changed. */
  updated_at: string;
  /** When the last run began. */
  started_at: string | null;
  /** When the last run ended. */
  finished_at: string | null;
  /** Counts the versions of the definition. */
  revision: number;
  /** Why the last run failed. */
  error: string | null;
}

/** One run of a pipeline. */
export interface PipelineRun {
  /** The id of the run. */
  run_id: string;
  /** From 1. */
  number: number;
  /** State, such as `running` or `completed`. */
  status: string;
  /** When the run began. */
  started_at: string;
  /** When the run ended; absent while it runs. */
  ended_at?: string;
  /** Ledger that the run reads last. */
  current_ledger: number | null;
  /** Ledgers read so far. */
  ledgers_processed: number;
  /** Records that processors gave. */
  records_in: number;
  /** Records that consumers wrote. */
  records_out: number;
  /** Rate of the run. */
  ledgers_per_second: number;
  /** Errors so far. */
  errors: number;
  /** The last error. */
  last_error?: string;
}

/** An error or a warning about a definition. */
export interface PipelineFinding {
  /** What is wrong, for programs, such as `unknown_field`. */
  code: string;
  /** Such as `spec.consumers[0].config.host`. */
  path: string;
  /** What is wrong, in one sentence. */
  message: string;
  /** Line in the YAML text, from 1; absent where the finding has no place. */
  line?: number;
  /** Column, from 1; absent with `line`. */
  column?: number;
  /** What was probably meant. */
  suggestion?: string;
}

/** All that is known of a pipeline. */
export interface PipelineDetail extends PipelineSummary {
  /** The last runs, the newest first. */
  runs: PipelineRun[];
  /** Counters of the last run, by component. */
  components: {
    role: string;
    type: string;
    records_in: number;
    records_out: number;
    errors: number;
    last_error?: string;
  }[];
  /** Where consumers write, with the rows written. */
  outputs: Record<string, unknown>[];
  /** Warnings of the last validation and run. */
  warnings: PipelineFinding[];
}

/** What a validation found. */
export interface PipelineValidation {
  /** True if the definition can be applied. */
  valid: boolean;
  /** What must be changed. */
  errors: PipelineFinding[];
  /** What should be looked at. */
  warnings: PipelineFinding[];
}

/** A line of a log. */
export interface PipelineLogLine {
  /** When it was written. */
  time: string;
  /** `info`, `warning` or `error`. */
  level: string;
  /** What happened. */
  message: string;
}

/** The result of an action. */
export interface PipelineAction {
  /** The id of the pipeline; null if there is none. */
  pipeline_id: string | null;
  /** What was done, such as `created`. */
  action: string;
  /** State after it. */
  status: string | null;
  /** Warnings of the action. */
  warnings: PipelineFinding[];
}

/** A client of the pipeline API. Each method rejects with QueryApiError for an answer that is an error. */
export interface PipelineClient {
  /** Returns all pipelines of the key's team, the newest first. */
  list(options?: RequestOptions): Promise<PipelineSummary[]>;
  /** Returns all that is known of a pipeline. */
  get(id: string, options?: RequestOptions): Promise<PipelineDetail>;
  /** Returns the definition as YAML that can be applied again. */
  config(id: string, options?: RequestOptions): Promise<string>;
  /** Returns the findings of a definition, which may be invalid. */
  validate(yaml: string, options?: RequestOptions): Promise<PipelineValidation>;
  /** Creates the pipeline of the definition's name, or updates it. */
  apply(yaml: string, options?: RequestOptions): Promise<PipelineAction>;
  /** Starts a pipeline after its checkpoint; with `start` at its first ledger. */
  start(id: string, from?: 'checkpoint' | 'start', options?: RequestOptions): Promise<PipelineAction>;
  /** Stops a pipeline at a checkpoint. */
  stop(id: string, options?: RequestOptions): Promise<PipelineAction>;
  /** Deletes a pipeline that is not running; its output stays. */
  remove(id: string, options?: RequestOptions): Promise<void>;
  /** Returns the last lines of the log, in their order. */
  logs(id: string, options?: RequestOptions): Promise<PipelineLogLine[]>;
}

const PIPELINES = '/api/v1/flow/pipelines/';

/** Returns a client of the pipelines of a server. */
export function pipelineClient({ base, key, fetch = globalThis.fetch }: PipelineClientOptions): PipelineClient {
  const sender = { root: base.replace(/\/$/, ''), key, fetch };
  const send = (path: string, method: string, options?: RequestOptions, body?: string) => {
    const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'text/yaml' };
    const { signal } = options ?? {};
    return ask(sender, PIPELINES + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  };
  // What comes back is as the server's types say.
  const read = async <T>(path: string, options?: RequestOptions) =>
    (await responseBody(await send(path, 'GET', options))) as T;
  const act = async (path: string, options?: RequestOptions, yaml?: string) =>
    (await responseBody(await send(path, 'POST', options, yaml))) as PipelineAction;
  return {
    async list(options) {
      const all: PipelineSummary[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: { data: PipelineSummary[]; cursor?: string } = await read(`?limit=200${query}`, options);
        all.push(...page.data);
        cursor = page.cursor;
      }
      return all;
    },
    get: (id, options) => read(`${id}/`, options),
    config: async (id, options) => (await send(`${id}/config/`, 'GET', options)).text(),
    async validate(yaml, options) {
      const answer = await send('validate/', 'POST', options, yaml).catch((error: unknown) => {
        if (error instanceof QueryApiError && error.status === 400 && error.body !== undefined) return error.body;
        throw error;
      });
      return (answer instanceof Response ? await responseBody(answer) : answer) as PipelineValidation;
    },
    apply: (yaml, options) => act('apply/', options, yaml),
    start: (id, from = 'checkpoint', options) => act(`${id}/start/?from=${from}`, options),
    stop: (id, options) => act(`${id}/stop/`, options),
    remove: async (id, options) => void (await send(`${id}/`, 'DELETE', options)),
    logs: async (id, options) => (await read<{ data: PipelineLogLine[] }>(`${id}/logs/?limit=1000`, options)).data,
  };
}
