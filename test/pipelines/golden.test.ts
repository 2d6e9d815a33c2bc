/**
 * Definitions in `goldens/`, each beside the rows that its processors make of ledgers 60 to 69 of `data/sample`: a processor is tested
 * by a definition that is put there. `UPDATE=1` writes the rows.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/ledger/verify.ts';
import { networkId } from '../../src/ledger/network.ts';
import { validateWhole } from '../../src/pipelines/definition/validate-whole.ts';
import { RecordSet } from '../../src/pipelines/run/record-set.ts';
import { wire } from '../../src/pipelines/run/wiring.ts';
import { ledgersOf } from '../../src/workers/read.ts';

const folder = join(import.meta.dirname, 'goldens');
const key = 'FFFFFFCD--50-99/FFFFFFC3--60-69.xdr.zst';
const bytes = readFileSync(join(import.meta.dirname, '../../data/sample', key));
const passphrase = 'Ledgerlake Sample Network ; 2026';

/** Returns the rows of a definition, one a line, in the order of tables and of rows. */
async function linesOf(yaml: string): Promise<string[]> {
  const { definition, errors } = await validateWhole(yaml);
  if (!definition) throw new Error(JSON.stringify(errors));
  const { startLedger, endLedger } = definition.spec;
  const { processors } = await wire(definition, passphrase);
  const set = new RecordSet(processors, passphrase);
  for (const ledger of ledgersOf({ key, bytes }, { key })) {
    if (ledger.sequence < Number(startLedger) || ledger.sequence > Number(endLedger)) continue;
    checkLedger(ledger, networkId(passphrase));
    set.add(ledger);
    await set.ask(ledger.sequence, () => false);
  }
  return set
    .batches()
    .flatMap(([table, batch]) =>
      Array.from(batch, (row) => JSON.stringify({ table, ...(row as { toJSON(): object }).toJSON() }, plain)),
    );
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

describe('goldens of pipelines', () => {
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []);

  it.each(names)('%s makes the rows that stand beside it', async (name) => {
    const lines = await linesOf(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
    const path = join(folder, `${name}.jsonl`);
    if (process.env.UPDATE) writeFileSync(path, `${lines.join('\n')}\n`);
    expect(`${lines.join('\n')}\n`).toBe(readFileSync(path, 'utf8'));
  });
});
