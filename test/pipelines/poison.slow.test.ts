/** Ledgers of extremes in pipelines: every processor makes records of them, and local consumers write them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { networkId } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { processors } from '../../src/pipelines/processors/index.ts';
import { RecordSet } from '../../src/pipelines/run/record-set.ts';
import { runPipeline } from '../../src/pipelines/run/run.ts';
import { ledgersOf } from '../../src/workers/read.ts';
import { filesBelow, temporaryFolder } from '../folder.ts';
import { poisonPassphrase, poisonStore } from '../make/poison-store.ts';
import { definitionOf } from './definition.ts';

let store: string;
let files: string[];
beforeAll(async () => {
  store = await poisonStore();
  files = filesBelow(store, store).filter((name) => name.endsWith('.zst'));
});

const making = [...processors.values()].filter(({ extraction, bind }) => extraction && !bind).map(({ id }) => id);
const account_ids = ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'];
const configs: Partial<Record<string, object>> = { payments_memo: { memo_text: '' }, account_balance: { account_ids } };
const query = { id: 'sql', config: { name: 'operations', query: 'select * from enriched_history_operations' } };
const range = { start: '96', end: '111' };
const config = { memo_text: '', extraction_schemas: {}, account_ids: [] };

describe('every processor', () => {
  it.each(making.flatMap((id) => [true, false].map((isJsonb) => ({ id, isJsonb }))))(
    '$id makes records of extremes (keys of JSON in the order of jsonb: $isJsonb)',
    ({ id, isJsonb }) => {
      const set = new RecordSet([{ id, config, passphrase: poisonPassphrase, isJsonb }], poisonPassphrase);
      for (const key of files) {
        for (const ledger of ledgersOf({ key, bytes: readFileSync(join(store, key)) }, { key })) {
          checkLedger(ledger, networkId(poisonPassphrase));
          set.add(ledger);
        }
      }
      for (const [name, batch] of set.batches()) {
        const table = processors.get(id)?.records?.find((each) => each.name === name);
        expect(batch.schema.names).toEqual(Object.keys(table?.columns ?? {}));
      }
    },
  );
});

describe('a pipeline of extremes', () => {
  it.each(['duckdb', 'jsonl', 'csv', 'parquet', 'arrow'])('is written whole by %s', async (type) => {
    const folder = temporaryFolder();
    for (const { id, config } of [...making.map((id) => ({ id, config: configs[id] ?? {} })), query]) {
      const place = type === 'parquet' ? { dir: join(folder, id) } : { path: join(folder, `${id}.${type}`) };
      const consumers = [{ type, config: place }];
      const definition = definitionOf({ ...range, name: id, processors: [{ type: id, config }], consumers });
      const report = await runPipeline(definition, { store, dataDir: folder });
      expect([id, report.status]).toEqual([id, 'completed']);
    }
  });
});
