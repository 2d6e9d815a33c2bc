/** Endpoints of runs: start, stop, read. */
import { PipelineError, StoreError } from '../../../core/errors.ts';
import { oneLine } from '../../../pipelines/hosting/hosted-run.ts';
import type { Done } from '../../../pipelines/hosting/host.ts';
import { applied, metricsOf } from '../answers.ts';
import type { PipelineRequest, PipelineEndpoint } from '../endpoint.ts';
import { HttpFault } from '../fault.ts';
import { choiceOf, limitOf } from '../query.ts';

const PIPELINE = '/api/v1/flow/pipelines/{uuid}/';

/** Returns an endpoint that does something with runs. */
function deed(word: string, summary: string, work: (asked: PipelineRequest) => Promise<Done>): PipelineEndpoint {
  return {
    method: 'POST',
    path: `${PIPELINE}${word}/`,
    summary,
    shape: 'applied',
    handle: async (asked) => ({ status: 200, body: applied(await work(asked)) }),
  };
}

const fromOf = ({ query }: PipelineRequest) => choiceOf(query, 'from', ['checkpoint', 'start']);

const start = deed('start', 'Starts a pipeline, after its checkpoint.', (asked) =>
  asked.host.start(asked.team, asked.name, fromOf(asked)),
);

const stop = deed('stop', 'Stops a pipeline at a checkpoint.', ({ host, team, name }) => host.stop(team, name));

const restart = deed('restart', 'Stops a pipeline and starts it again.', (asked) =>
  asked.host.restart(asked.team, asked.name, fromOf(asked)),
);

const runs: PipelineEndpoint = {
  method: 'GET',
  path: `${PIPELINE}runs/`,
  summary: 'Lists the last runs, the newest first.',
  handle({ host, team, name }) {
    const data = host.get(team, name).runs;
    return { status: 200, body: { data, count: data.length } };
  },
};

const metrics: PipelineEndpoint = {
  method: 'GET',
  path: `${PIPELINE}metrics/`,
  summary: 'Tells the counters of the last run, by component.',
  handle: ({ host, team, name }) => ({ status: 200, body: metricsOf(host.get(team, name)) }),
};

const levels = ['info', 'warning', 'error'] as const;

const logs: PipelineEndpoint = {
  method: 'GET',
  path: `${PIPELINE}logs/`,
  summary: 'Lists the last lines of the log, in their order.',
  query: {
    limit: 'Page size: default 100, at most 1000.',
    level: 'The least: `info`, `warning` or `error`.',
    since: 'A time.',
  },
  async handle({ host, team, name, query }) {
    const { pipeline_id: id } = host.get(team, name);
    const limit = limitOf(query, 100, 1000);
    const level = choiceOf(query, 'level', levels);
    const since = sinceOf(query);
    const least = level === undefined ? 0 : levels.indexOf(level);
    const all = await host.kept.logs.read(id);
    const found = all.filter((line) => levels.indexOf(line.level) >= least && Date.parse(line.time) >= since);
    const data = found.slice(-limit);
    return { status: 200, body: { data, count: data.length } };
  },
};

function sinceOf(query: URLSearchParams): number {
  const text = query.get('since');
  if (text === null) return 0;
  const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw new HttpFault(400, 'invalid since: must be a time as in RFC 3339');
  return time;
}

const plan: PipelineEndpoint = {
  method: 'GET',
  path: `${PIPELINE}plan/`,
  summary: 'Tells what the next run would read, and what that costs.',
  query: { from: '`start` begins anew.', limit: 'Number of files to list: default 100, at most 1000.' },
  async handle(asked) {
    const limit = limitOf(asked.query, 100, 1000);
    try {
      const found = await asked.host.plan(asked.team, asked.name, fromOf(asked));
      const { store, first, last, warnings } = found;
      const { objects, bytes, pricePerGb, usd } = found.cost;
      const read = { objects, bytes, price_per_gb: pricePerGb, cost_usd: usd };
      const files = found.files.slice(0, limit).map(({ key, bytes: size }) => ({ key, bytes: size }));
      const range = { start_ledger: first, end_ledger: last };
      const body = { pipeline_id: asked.name, store, ...range, ...read, files, warnings };
      return { status: 200, body };
    } catch (error) {
      // What the store lacks is what the definition asks of it.
      if (error instanceof PipelineError || error instanceof StoreError) throw new HttpFault(400, oneLine(error));
      throw error;
    }
  },
};

export const runEndpoints: readonly PipelineEndpoint[] = [start, stop, restart, runs, metrics, logs, plan];
