import { describe, expect, it } from 'vitest';
import { networks } from '../../src/pipelines/definition/definition.ts';
import { extractionFor } from '../../src/pipelines/run/record-set.ts';
import { withProcessorValues } from '../../src/pipelines/run/resolved.ts';
import { definitionOf } from './definition.ts';

describe('withProcessorValues(definition, secret)', () => {
  const processors = [
    { type: 'contract_event' },
    { type: 'sql', config: { query: "select '${NAME}' as name, '$${NAME}' as kept" } },
    { type: 'contract_filter', config: { contract_ids: ['${secret:contracts/main}'] } },
  ];
  const definition = definitionOf({ end: '5', processors, consumers: [{ type: 'null' }] });
  const contract = 'CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC';
  const valueOf = (values: Record<string, string>) => (asked: { name: string }) => values[asked.name];

  it('puts in what placeholders stand for', () => {
    const { spec } = withProcessorValues(definition, valueOf({ NAME: 'Ada', 'contracts/main': contract }));
    expect(spec.processors[1].config['query']).toBe("select 'Ada' as name, '${NAME}' as kept");
    expect(spec.processors[2].config['contract_ids']).toEqual([contract]);
  });

  it('names what has no value', () => {
    expect(() => withProcessorValues(definition, valueOf({ NAME: 'Ada' }))).toThrow(
      'contract_filter: ${contracts/main} has no value: make the secret, or set the variable',
    );
  });

  it('names the field that does not take a value, and not the value', () => {
    const wrong = valueOf({ NAME: 'Ada', 'contracts/main': 'hunter2' });
    expect(() => withProcessorValues(definition, wrong)).toThrow(
      /^contract_filter: contract_ids is not a key of this kind, or its checksum is wrong$/,
    );
  });

  it('takes the passphrase of its own network alone', () => {
    const asked = [{ type: 'contract_event', config: { network_passphrase: '${NETWORK}' } }];
    const one = definitionOf({ end: '5', processors: asked, consumers: [{ type: 'null' }] });
    const of = (network: string) => withProcessorValues(one, valueOf({ NETWORK: network }));
    expect(of(networks[one.spec.network]).spec.processors[0].config).toMatchObject({
      network_passphrase: networks[one.spec.network],
    });
    expect(() => of('Another Network')).toThrow(/^contract_event: the passphrase of (main|test)net is "/);
  });
});

it.each(['abc', '1,000', '1e3', '0x10', '-5.5', '1.2.3'])('payments of at least %s are refused', (least) => {
  const [config, passphrase] = [{ min_amount: least }, 'Any Network'];
  expect(() => extractionFor({ id: 'payments_memo', config, passphrase })).toThrow(
    'payments_memo: min_amount must be a decimal text such as 10 or 0.5',
  );
});

it.each(['', '10', '0.5', '.5', '7.'])('payments of at least "%s" are looked for', (least) => {
  const { tables } = extractionFor({ id: 'payments_memo', config: { min_amount: least }, passphrase: 'Any Network' });
  expect(tables.map(({ name }) => name)).toEqual(['payments']);
});
