import { describe, expect, it } from 'vitest';
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
      /^contract_filter: contract_ids is no key of this kind, or its checksum does not fit$/,
    );
  });
});
