import { describe, expect, it } from 'vitest';
import { validateWhole } from '../../../src/pipelines/definition/validate-whole.ts';
import type { RegistryEntry } from '../../../src/pipelines/registry.ts';
import { serve } from './served.ts';

async function listed(kind: string): Promise<RegistryEntry[]> {
  const { ask } = await serve();
  const { status, body } = await ask('GET', `/flow/registry/${kind}/`);
  const { data, count } = body as { data: RegistryEntry[]; count: number };
  expect([status, count]).toEqual([200, data.length]);
  return data;
}

interface Schema {
  $schema: string;
  properties: Record<string, { title: string; type?: string; default?: unknown; 'x-sensitive'?: boolean }>;
  required: string[];
  additionalProperties: boolean;
}

const schemaOf = (entries: RegistryEntry[], id: string) =>
  entries.find((entry) => entry.id === id)?.config_schema as Schema;

describe('the registry', () => {
  it('has the processors of the hosted service and ours, by id', async () => {
    const all = await listed('processors');
    expect(all.filter(({ origin }) => origin === 'hosted').map(({ id }) => id)).toEqual([
      'account_balance',
      'account_data',
      'contract_data',
      'contract_event',
      'contract_filter',
      'contract_invocation',
      'event_payment_extractor',
      'extracted_contract_invocation',
      'latest_ledger',
      'payments_memo',
      'raw_transactions',
      'soroswap',
    ]);
    const event = all.find(({ id }) => id === 'contract_event');
    expect(event?.compatible_consumers).toEqual(expect.arrayContaining(['contract_events_postgres', 'duckdb', 'null']));
    expect(event?.compatible_consumers).not.toContain('account_data_postgres');
    const columns = event?.output?.find(({ record }) => record === 'contract_events')?.columns;
    expect(columns).toContainEqual({ name: 'contract_id', type: 'VARCHAR', nullable: expect.any(Boolean) as boolean });
    expect(all.every(({ config_schema }) => 'network_passphrase' in (config_schema as Schema).properties)).toBe(true);
    const filter = all.find(({ id }) => id === 'contract_filter');
    expect(filter?.compatible_consumers).toContain('contract_invocations_postgres');
  });

  it('has the consumers with schemas that say defaults, enumerations and what is sensitive', async () => {
    const all = await listed('consumers');
    const { $schema, properties, required, additionalProperties } = schemaOf(all, 'contract_events_postgres');
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(properties.port).toMatchObject({
      title: 'Port',
      type: 'integer',
      default: 5432,
      minimum: 1,
      maximum: 65535,
    });
    expect(properties.password).toMatchObject({ type: 'string', 'x-sensitive': true });
    expect(properties.sslmode).toMatchObject({
      type: 'string',
      enum: ['disable', 'require', 'verify-ca', 'verify-full'],
    });
    expect(required).toEqual(['host', 'database', 'username', 'password']);
    expect(additionalProperties).toBe(false);
    const events = all.find(({ id }) => id === 'contract_events_postgres');
    expect(events).toMatchObject({ supported: 'native', delivery: 'transaction' });
    expect(events?.compatible_processors).toEqual(['contract_event', 'contract_filter']);
    expect(events?.input?.map(({ record }) => record)).toContain('contract_events');
    expect(all.find(({ id }) => id === 'duckdb')?.input).toEqual([]);
  });

  it('has examples that are valid, each with a component that it goes with', async () => {
    const consumers = await listed('consumers');
    const processors = await listed('processors');
    const example = (all: RegistryEntry[], id: string) => all.find((entry) => entry.id === id)?.example ?? '';
    const indented = (text: string) => text.trimEnd().replaceAll(/^/gm, '    ');
    const head =
      'apiVersion: flow.a/v1\nkind: Pipeline\nmetadata: {name: a}\nspec:\n  network: testnet\n  startLedger: latest\n';
    const definitions = [
      ...processors.map(({ id, example: one }) => {
        const filtered = id === 'contract_filter' ? example(processors, 'contract_event') : '';
        return `${head}  processors:\n${indented(filtered + one)}\n  consumers: [{type: "null"}]\n`;
      }),
      ...consumers.map(({ example: one, compatible_processors: made = [] }) => {
        const first = made.find((id) => id !== 'contract_filter') ?? '';
        return `${head}  processors:\n${indented(example(processors, first))}\n  consumers:\n${indented(one)}\n`;
      }),
    ];
    const found = await Promise.all(definitions.map((yaml) => validateWhole(yaml)));
    expect(found.map(({ errors }) => errors).filter((errors) => errors.length > 0)).toEqual([]);
  });
});

it('the description names every path of the contract', async () => {
  const { ask } = await serve();
  const { body } = await ask('GET', '/flow/openapi.json');
  const { paths } = body as { paths: Record<string, object> };
  const methods = Object.entries(paths).flatMap(([path, own]) => Object.keys(own).map((method) => `${method} ${path}`));
  expect(methods).toEqual(
    expect.arrayContaining([
      'post /api/v1/flow/pipelines/apply/',
      'put /api/v1/flow/pipelines/{uuid}/',
      'get /api/v1/flow/pipelines/{uuid}/config/',
      'get /api/v1/flow/registry/consumers/',
      'delete /api/v1/secrets/{path}/',
    ]),
  );
  expect(methods).toHaveLength(21);
});
