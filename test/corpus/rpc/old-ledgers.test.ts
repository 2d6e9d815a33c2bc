import * as xdr from '@stellar/stellar-sdk/xdr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passphrases } from '../../../src/ledger/network.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';
import { serve, type Served } from './served.ts';
import { patientConfig } from '../../server/node.ts';

/** Networks whose first ledgers, of protocol 0, have transactions with meta of version 1: the reference refuses to read them. */
const files = corpusFiles('horizon-scenarios', '.zst').filter((path) => /\/(base|paths_strict_send)\//.test(path));

interface Answer {
  result?: { transactions: { txHash: string; envelopeXdr: string; resultMetaXdr: string }[] };
  error?: { code: number; message: string };
}

describe.skipIf(!hasCorpus).each(files)('transactions of %s', (file) => {
  const { extras } = patientConfig(passphrases.testnet);
  let served: Served;
  beforeAll(async () => {
    const config = { extras: { ...extras, oldLedgers: true } };
    served = await serve({ sources: [file], passphrase: passphrases.testnet, config });
  });
  afterAll(() => served.close());

  const ask = async (port: number, startLedger: number): Promise<Answer> => {
    const params = { startLedger, pagination: { limit: 200 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransactions', params });
    const headers = { 'Content-Type': 'application/json' };
    return (await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).json()) as Answer;
  };

  it('are served when that is asked for, and refused as in the reference otherwise', async () => {
    const { first, last } = served.history.window()!;
    const processed: { txApplyProcessing: xdr.TransactionMeta }[] = [];
    for (let sequence = first; sequence <= last; sequence++) {
      const meta = xdr.LedgerCloseMeta.fromXdr((await served.history.ledger(sequence)).bytes);
      if (meta.type === 'v0') processed.push(...meta.v0.txProcessing);
    }
    const { result } = await ask(served.port, first);
    const base64 = (value: { toXdr(): Uint8Array }) => Buffer.from(value.toXdr()).toString('base64');
    expect(processed.length).toBeGreaterThan(0);
    expect(result!.transactions.map(({ resultMetaXdr }) => resultMetaXdr)).toEqual(
      processed.map(({ txApplyProcessing }) => base64(txApplyProcessing)),
    );
    const strict = await serve({ sources: [file], passphrase: passphrases.testnet });
    const { error } = await ask(strict.port, first);
    await strict.close();
    expect(error!.code).toBe(-32603);
    expect(error!.message).toContain('TransactionMeta.V=2 is required in protocol version older than version 10');
  });
});
