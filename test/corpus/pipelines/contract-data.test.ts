import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { comparable, difference, golden, recordsOf, without, type Row } from './records.ts';

const named = ['pubnet-p26', 'pubnet-eras', 'testnet-ledgers', 'loadtest-v24'];

/** The last row of a key and ledger stands, as an upsert leaves it. */
function last(rows: Row[]): Row[] {
  return [
    ...new Map(
      rows.map((row) => [`${String(row['ledger_key_hash'])} ${String(row['ledger_sequence'])}`, row]),
    ).values(),
  ];
}

/** The reference's times: that of processing, and with the offset of its zone. */
const asOurs = (row: Row): Row => ({
  ...without(row, 'id', 'timestamp'),
  closed_at: String(row['closed_at']).replace('+00:00', 'Z'),
});

/** An entry that one ledger makes and changes: made, as stellar-etl and Hubble have it; the last change, as the reference has it. */
const madeAndChanged = 'd0e15c404eb640aedc139967e7269878ef59285c00f386ca13a24370a9ec91df';
const asNet = (isOf: (row: Row) => boolean) => (row: Row) => (isOf(row) ? { ...row, ledger_entry_change: '#0' } : row);

describe.skipIf(!hasCorpus)('contract_data', () => {
  it.each(named)('makes the rows that the reference leaves of %s', (name) => {
    const ours = recordsOf(name, 'contract_data')
      .get('contract_data')!
      .map((row) => without(row, 'id', 'timestamp'));
    const theirs = last(golden(`contract_data_postgres/${name}.contract_data`)).map(asOurs);
    const changed = (row: Row) => row['ledger_key_hash'] === madeAndChanged;
    expect(difference(comparable(ours.map(asNet(changed))), comparable(theirs.map(asNet(changed))))).toEqual([]);
  });

  it('names the types of assets as the reference, but for lumens, of which that names none', () => {
    const named = (rows: Row[]) =>
      comparable(
        rows
          .filter((row) => row['asset_type'] !== '')
          .map(({ capture, asset_type, asset_code, asset_issuer, ledger_key_hash, ledger_sequence }) => ({
            ...{ capture, asset_type, asset_code, asset_issuer, ledger_key_hash, ledger_sequence },
          })),
      );
    const theirs = named(
      golden('contract_data/core-lcm').map(({ contract_data, capture }) => ({ ...(contract_data as Row), capture })),
    );
    expect(theirs.length).toBe(10);
    const ours = named(recordsOf('core-lcm', 'contract_data').get('contract_data')!);
    const lumens = ours.filter((row) => row.includes('"AssetTypeAssetTypeNative"'));
    expect(lumens).toHaveLength(3);
    expect(ours.filter((row) => !lumens.includes(row))).toEqual(theirs);
  });
});
