import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { extractHistoryAssets, historyAssets } from '../../src/tables/history-assets.ts';
import { extractTrustLines, trustLines } from '../../src/tables/trust-lines.ts';
import { divergence } from '../divergences.ts';
import { rowsOf } from '../make/call.ts';
import { key } from '../make/transaction.ts';

const publicKey = (byte: number) => xdr.PublicKey.publicKeyTypeEd25519(key(byte));
const host = xdr.HostFunction.hostFunctionTypeUploadContractWasm(new Uint8Array(0));
const alphaNum4 = new xdr.AlphaNum4({ assetCode: Buffer.from('EURC'), issuer: publicKey(2) });
const alphaNum12 = new xdr.AlphaNum12({ assetCode: Buffer.from('LAKEPOINTS\0\0'), issuer: publicKey(3) });

function trusted(asset: xdr.TrustLineAsset): xdr.LedgerEntryChange {
  const line = new xdr.TrustLineEntry({
    ...{ accountId: publicKey(1), asset, balance: 5n, limit: 9n, flags: 1 },
    ext: xdr.TrustLineEntryExt.v0(),
  });
  const data = xdr.LedgerEntryData.trustline(line);
  return xdr.LedgerEntryChange.ledgerEntryCreated(
    new xdr.LedgerEntry({ lastModifiedLedgerSeq: 5, data, ext: xdr.LedgerEntryExt.v0() }),
  );
}

describe('the asset_id of trust lines', () => {
  it(`is ${divergence('asset-id-of-trust-lines').ours}`, () => {
    const assets = [
      xdr.TrustLineAsset.assetTypeCreditAlphanum4(alphaNum4),
      xdr.TrustLineAsset.assetTypeCreditAlphanum12(alphaNum12),
    ];
    const call = { host, changes: assets.map(trusted) };
    const ids = (rows: Record<string, unknown>[]) => new Map(rows.map((row) => [row.asset_code, row.asset_id]));
    const found = ids(rowsOf(trustLines, extractTrustLines, call));
    expect([...found.keys()].sort()).toEqual(['EURC', 'LAKEPOINTS']);
    expect(found).toEqual(ids(rowsOf(historyAssets, extractHistoryAssets, call)));
  });

  it('is the same of shares of all pools, and of no asset', () => {
    const shares = [6, 7].map((byte) => trusted(xdr.TrustLineAsset.assetTypePoolShare(new xdr.PoolId(key(byte)))));
    const rows = rowsOf(trustLines, extractTrustLines, { host, changes: shares });
    expect(new Set(rows.map((row) => row.asset_id)).size).toBe(1);
  });
});
