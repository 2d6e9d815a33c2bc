import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeTables, open, type TableName } from '../../src/index.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { createTables } from '../../src/tables/index.ts';
import { hasCorpus } from '../corpus.ts';
import { goldenSets, readSet } from '../corpus/golden/sets.ts';
import { ledgers, metaOf, metas, options } from '../simulator/ledgers.ts';

const id = networkId(options.passphrase);
const base64 = (value: { toXdr(): Uint8Array }) => Buffer.from(value.toXdr()).toString('base64');

type Row = Record<string, unknown>;

function rowsOf(set: ReturnType<typeof createTables>): Row[] {
  const rows = set.batches().get('transaction_changes')!.toArray();
  return rows.map((row) => row.toJSON());
}

function changesOf(bytes: Uint8Array): Row[] {
  const ledger = readLedger(bytes);
  checkLedger(ledger, id);
  const set = createTables(id, { only: ['transaction_changes'] });
  set.add(ledger);
  return rowsOf(set);
}

/** The rows that a list of changes makes, as the SDK decodes it. */
function expected(list: readonly xdr.LedgerEntryChange[], phase: string, operation: number | null): Row[] {
  const rows: Row[] = [];
  let state: xdr.LedgerEntry | undefined;
  for (const change of list) {
    if (change.type === 'ledgerEntryState') state = change.state;
    else {
      const after = 'created' in change ? change.created : 'updated' in change ? change.updated : undefined;
      rows.push({
        phase,
        operation_index: operation,
        change_index: rows.length,
        change_type: change.type.slice('ledgerEntry'.length).toLowerCase(),
        before_xdr: after && change.type === 'ledgerEntryCreated' ? null : base64(state!),
        after_xdr: after ? base64(after) : null,
        ...('removed' in change && { ledger_key: base64(change.removed) }),
      });
      state = undefined;
    }
  }
  return rows;
}

describe('transaction_changes', () => {
  it('has every change of each transaction with the entry before and after it', () => {
    let count = 0;
    ledgers.forEach(({ bytes }, i) => {
      const found = changesOf(bytes);
      const all = metas[i].txProcessing.flatMap((processing) => {
        const { txChangesBefore, operations, txChangesAfter } = metaOf(processing);
        return [
          ...expected(processing.feeProcessing, 'fee', null),
          ...expected(txChangesBefore, 'before', null),
          ...operations.flatMap(({ changes }, index) => expected(changes, 'operation', index)),
          ...expected(txChangesAfter, 'after', null),
          ...expected(processing.postTxApplyFeeProcessing, 'post_fee', null),
        ];
      });
      count += all.length;
      expect(found).toHaveLength(all.length);
      found.forEach((row, at) => expect(row).toMatchObject(all[at]));
    });
    expect(count).toBeGreaterThan(1000);
  });

  it.skipIf(!hasCorpus)('has what was there before every update and removal of pubnet, and the same keys', () => {
    const set = createTables(networkId('Public Global Stellar Network ; September 2015'), {
      only: ['transaction_changes'],
    });
    const counts: Record<string, number> = {};
    for (const { ledger } of readSet({ ...goldenSets[0], ledgers: 2 })) set.add(ledger);
    for (const { change_type: type, before_xdr: before, after_xdr: after, ledger_key: key } of rowsOf(set)) {
      counts[String(type)] = (counts[String(type)] ?? 0) + 1;
      expect([before === null, after === null]).toEqual([type === 'created', type === 'removed']);
      for (const entry of [before, after]) {
        if (entry !== null) expect(entryKey(String(entry))).toBe(key);
      }
    }
    expect(Object.keys(counts).sort()).toEqual(['created', 'removed', 'updated']);
  });

  const folder = mkdtempSync(join(tmpdir(), 'ledgerlake-changes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is filled when asked for, and empty else', async () => {
    const sample = join(import.meta.dirname, '../../data/sample');
    const network = 'Ledgerlake Sample Network ; 2026';
    const range = { first: 10, last: 19 };
    const counts: unknown[] = [];
    for (const withChanges of [false, true]) {
      const lake = await open(join(folder, String(withChanges)), { network });
      await lake.load(sample, { workers: 1, range, withChanges });
      const found = await lake.query(
        'select count(*)::integer as n, count(distinct phase)::integer as phases from transaction_changes',
      );
      counts.push(found.toArray()[0]!.toJSON());
      await lake.close();
    }
    expect(counts).toEqual([
      { n: 0, phases: 0 },
      { n: expect.any(Number) as number, phases: expect.any(Number) as number },
    ]);
    expect((counts[1] as { n: number }).n).toBeGreaterThan(100);
    const bytes = ledgers.at(-1)!.bytes;
    const decode = (tables?: TableName[]) => [...decodeTables(bytes, { network: options.passphrase, tables }).keys()];
    expect(decode(['transaction_changes'])).toEqual(['transaction_changes']);
    expect(decode()).not.toContain('transaction_changes');
    // @ts-expect-error No table has this name.
    expect(() => decode(['changes'])).toThrow('no table changes; there are account_data');
  });
});

/** Returns the key of an entry in base64, made by the SDK's own types. */
function entryKey(entry: string): string {
  const { data } = xdr.LedgerEntry.fromXdr(Buffer.from(entry, 'base64'));
  return base64(keyOf(data));
}

function keyOf(data: xdr.LedgerEntryData): xdr.LedgerKey {
  switch (data.type) {
    case 'account':
      return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: data.account.accountId }));
    case 'trustline':
      return xdr.LedgerKey.trustline(
        new xdr.LedgerKeyTrustLine({ accountId: data.trustLine.accountId, asset: data.trustLine.asset }),
      );
    case 'offer':
      return xdr.LedgerKey.offer(
        new xdr.LedgerKeyOffer({ sellerId: data.offer.sellerId, offerId: data.offer.offerId }),
      );
    case 'data':
      return xdr.LedgerKey.data(
        new xdr.LedgerKeyData({ accountId: data.data.accountId, dataName: data.data.dataName }),
      );
    case 'claimableBalance':
      return xdr.LedgerKey.claimableBalance(
        new xdr.LedgerKeyClaimableBalance({ balanceId: data.claimableBalance.balanceId }),
      );
    case 'liquidityPool':
      return xdr.LedgerKey.liquidityPool(
        new xdr.LedgerKeyLiquidityPool({ liquidityPoolId: data.liquidityPool.liquidityPoolId }),
      );
    case 'contractData': {
      const { contract, key, durability } = data.contractData;
      return xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract, key, durability }));
    }
    case 'contractCode':
      return xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: data.contractCode.hash }));
    case 'configSetting':
      throw new Error('no transaction changes a setting');
    case 'ttl':
      return xdr.LedgerKey.ttl(new xdr.LedgerKeyTtl({ keyHash: data.ttl.keyHash }));
  }
}
