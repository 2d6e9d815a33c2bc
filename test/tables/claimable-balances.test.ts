import * as xdr from '@stellar/stellar-sdk/xdr';
import { afterAll, expect, it } from 'vitest';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { openScratch } from '../../src/lake/asking/query/scratch.ts';
import { claimableBalances, extractClaimableBalances } from '../../src/tables/claimable-balances.ts';
import { tables } from '../../src/tables/index.ts';
import { divergence } from '../divergences.ts';
import { batchOf } from '../make/call.ts';

const host = xdr.HostFunction.hostFunctionTypeUploadContractWasm(new Uint8Array(0));

function created(amount: bigint): xdr.LedgerEntryChange[] {
  const entry = new xdr.ClaimableBalanceEntry({
    balanceId: xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(new Uint8Array(32)),
    claimants: [],
    asset: xdr.Asset.assetTypeNative(),
    amount,
    ext: xdr.ClaimableBalanceEntryExt.v0(),
  });
  const data = xdr.LedgerEntryData.claimableBalance(entry);
  const ext = xdr.LedgerEntryExt.v0();
  return [xdr.LedgerEntryChange.ledgerEntryCreated(new xdr.LedgerEntry({ lastModifiedLedgerSeq: 5, data, ext }))];
}

const scratch = await openScratch({ tables, layers: ['bronze'] });
afterAll(() => scratch.close());

it.each([
  ['922337203685.4775807', 2n ** 63n - 1n],
  ['536870912.0000001', 5368709120000001n],
])(`has all digits of an amount (${divergence('exact-amounts').id}): %s`, async (text, amount) => {
  await scratch.append(
    claimableBalances.name,
    batchOf(claimableBalances, extractClaimableBalances, { host, changes: created(amount) }),
  );
  const { connection, release } = await scratch.session();
  expect(await selectRows(connection, 'select asset_amount::varchar as amount from claimable_balances')).toEqual([
    { amount: text },
  ]);
  await release();
  await scratch.clear();
});
