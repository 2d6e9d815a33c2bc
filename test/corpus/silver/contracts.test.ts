/** Contracts, tokens and keys of storage beside the same found in golden rows, and in the SDK what a contract id or a key says. */
import { createHash } from 'node:crypto';
import { Address, Asset, xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { passphraseOf } from '../../../src/ledger/network.ts';
import { hasCorpus } from '../../corpus.ts';
import { goldenSets } from '../golden/sets.ts';
import { sorted, transactionOf, useNetworks, type GoldenRow, type Network, type OurRow } from './networks.ts';

const networks = useNetworks();

interface ScVal {
  symbol?: string;
  string?: string;
  u32?: number;
  address?: string;
  vec?: ScVal[];
  map?: { key: ScVal; val: ScVal }[];
}

interface Instance {
  executable: 'stellar_asset' | { wasm?: string };
  storage: { key: ScVal; val: ScVal }[] | null;
}

const time = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ') as ${column}`;
const values = (rows: OurRow[]) => sorted(rows.map((row) => Object.values(row)));

/** The last instance of each contract. */
function instancesOf({ golden }: Network): Map<string, { row: GoldenRow; instance: Instance }> {
  const rows = golden('contract_data')
    .filter(({ contract_key_type: type }) => type === 'ScValTypeScvLedgerKeyContractInstance')
    .toSorted((a, b) => Number(a.ledger_sequence) - Number(b.ledger_sequence));
  return new Map(
    rows.map((row) => {
      const { contract_instance: instance } = row.val_decoded as { contract_instance: Instance };
      return [String(row.contract_id), { row, instance }];
    }),
  );
}

/** What silver.evicted_keys and silver.restored_keys say of a key in base64. */
function keyRow(key: string, ledger: unknown, closed: unknown): unknown[] {
  const bytes = Buffer.from(key, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const read = xdr.LedgerKey.fromXdr(bytes);
  if (read.type === 'contractCode') return [null, hash, ledger, closed, 'ContractCode', 'unknown'];
  if (read.type === 'ttl') return [null, hash, ledger, closed, 'LedgerEntryTypeTtl', 'unknown'];
  if (read.type !== 'contractData') throw new Error(`nothing evicts or restores ${read.type}`);
  const { contract: of, key: value, durability: kept } = read.contractData;
  const contract = Address.fromScAddress(of).toString();
  const type = value.type.replace('scv', 'ScValTypeScv');
  const durability = `ContractDataDurability${kept.name === 'persistent' ? 'Persistent' : 'Temporary'}`;
  return [contract, hash, ledger, closed, type, durability];
}

async function checkKeys({ golden, select }: Network): Promise<number> {
  const evicted = golden('ledgers').flatMap(({ sequence, closed_at, evicted_ledger_keys_hash: keys }) =>
    ((keys ?? []) as string[]).map((key) => keyRow(key, sequence, closed_at)),
  );
  const restored = golden('restored_key').map((row) =>
    keyRow(String(row.ledger_key_hash), row.ledger_sequence, row.closed_at),
  );
  const keys = (relation: string) =>
    select(
      `select contract_id, key_hash, ledger_sequence, ${time('closed_at')}, key_type, durability from ${relation}`,
    );
  expect(values(await keys('silver.evicted_keys'))).toEqual(sorted(evicted));
  expect(values(await keys('silver.restored_keys'))).toEqual(sorted(restored));
  const deletions = await select(
    `select contract_id, key_hash, ledger_sequence, ${time('closed_at')} from silver.contract_data_deletions`,
  );
  const deleted = golden('contract_data').filter((row) => row.deleted);
  const expected = deleted.map((row) => [row.contract_id, row.ledger_key_hash, row.ledger_sequence, row.closed_at]);
  expect(values(deletions)).toEqual(sorted(expected));
  return evicted.length + restored.length + deleted.length;
}

/** Hubble's int_asset_metadata: symbol, name, decimals and administrator as the instance of a token keeps them. */
function metadataOf({ storage }: Instance): unknown[] | undefined {
  const fields = storage?.find(({ key }) => key.symbol === 'METADATA')?.val.map;
  if (!fields) return undefined;
  const field = (...names: string[]) => fields.find(({ key }) => names.includes(key.symbol!))?.val;
  const admin = storage.find(({ key }) => key.vec?.[0].symbol === 'Admin')?.val.address;
  return [field('symbol')?.string, field('name')?.string, field('decimal', 'decimals')?.u32, admin];
}

/** The contract of each asset that the golden rows of entries, trades and offers name. */
function assetsOf({ golden }: Network, passphrase: string): Map<string, string> {
  const named = new Set<string>();
  const sides: [table: string, prefixes: string[]][] = [
    ['trustlines', ['asset_']],
    ['claimable_balances', ['asset_']],
    ['offers', ['selling_asset_', 'buying_asset_']],
    ['liquidity_pools', ['asset_a_', 'asset_b_']],
    ['trades', ['selling_asset_', 'buying_asset_']],
  ];
  for (const [table, prefixes] of sides)
    for (const row of golden(table))
      for (const prefix of prefixes)
        if (row[`${prefix}issuer`]) named.add(`${row[`${prefix}code`] as string}:${row[`${prefix}issuer`] as string}`);
  return new Map([...named].map((key) => [contractOf(key, passphrase), key]));
}

function contractOf(key: string, passphrase: string): string {
  const [code, issuer] = key.split(':');
  return (key === 'native' ? Asset.native() : new Asset(code, issuer)).contractId(passphrase);
}

async function checkTokens(network: Network, passphrase: string): Promise<void> {
  const rows = await network.select(`select m.contract_id, m.asset_key, m.symbol, m.name, m."decimal", m.admin,
      r.token_type, r.token_decimals, r.token_symbol, r.token_name, c.display_name, c.verified
    from silver.asset_metadata as m left join silver.token_registry as r using (contract_id)
      left join silver.contract_registry as c using (contract_id)`);
  const byContract = new Map(rows.map((row) => [row.contract_id, row]));
  expect(byContract.size).toBe(rows.length);
  for (const [contract, key] of assetsOf(network, passphrase)) expect(byContract.get(contract)?.asset_key).toBe(key);
  const instances = instancesOf(network);
  for (const row of rows) {
    const { contract_id: contract, asset_key: key } = row as Record<string, string>;
    const known = instances.get(contract);
    const kept = known && metadataOf(known.instance);
    const isAsset = key !== contract;
    if (isAsset) expect(contract).toBe(contractOf(key, passphrase));
    else expect(kept).toBeDefined();
    const [symbol, name, decimals, admin] = (kept ?? []).map((value) => value ?? null);
    expect([row.symbol, row.name, row.decimal, row.admin]).toEqual(
      [symbol, name, decimals, admin].map((value) => value ?? null),
    );
    const shown = symbol ?? (isAsset ? (key === 'native' ? key : key.split(':')[0]) : null);
    expect([row.token_type, row.verified]).toEqual(isAsset ? ['sac', true] : ['custom_soroban', false]);
    expect([row.token_decimals, row.token_symbol]).toEqual([decimals ?? (row.token_type === 'sac' ? 7 : null), shown]);
    expect([row.token_name, row.display_name]).toEqual([name ?? (isAsset ? key : null), shown ?? name ?? contract]);
  }
  for (const [contract, { instance }] of instances)
    if (metadataOf(instance)) expect(byContract.has(contract)).toBe(true);
}

/** The contracts that operations of successful transactions created, and what operations called, in golden rows. */
async function checkContracts(network: Network): Promise<number> {
  const { golden, select } = network;
  const transactions = new Map(golden('transactions').map((row) => [BigInt(row.id as number), row]));
  const instances = instancesOf(network);
  const operations = golden('operations').filter(({ type }) => type === 24);
  const created = operations.filter((row) => {
    const { type } = row.details as { type: string };
    return type.startsWith('create_contract') && transactions.get(transactionOf(row.id))!.successful;
  });
  const metadata = await select(`select contract_id, created_ledger, ${time('created_at')}, wasm_hash, creator_address
    from silver.contract_metadata`);
  const entities = await select(`select contract_id, contract_type, wasm_hash, deployer_account, deployed_ledger,
    total_invocations, unique_callers, observed_functions from semantic.semantic_entities_contracts`);
  const found = new Map(metadata.map((row) => [row.contract_id, row]));
  const known = new Map(entities.map((row) => [row.contract_id, row]));
  expect([found.size, known.size]).toEqual([metadata.length, entities.length]);

  for (const row of created) {
    const { contract_id: contract, address } = row.details as Record<string, string>;
    const ledger = Number(BigInt(row.id as number) >> 32n);
    expect(found.get(contract)).toMatchObject({ created_ledger: ledger, created_at: row.closed_at });
    if (address) expect(found.get(contract)).toMatchObject({ creator_address: address });
    expect(known.get(contract)).toMatchObject({ deployed_ledger: ledger, deployer_account: row.source_account });
  }
  for (const [contract, { instance }] of instances) {
    const { executable } = instance;
    const wasm = executable === 'stellar_asset' ? null : (executable.wasm ?? null);
    expect(known.get(contract)).toMatchObject({ wasm_hash: wasm });
    if (found.has(contract)) expect(found.get(contract)).toMatchObject({ wasm_hash: wasm });
    if (executable === 'stellar_asset') expect(known.get(contract)).toMatchObject({ contract_type: 'sac' });
  }

  const calls = operations.flatMap(({ details, source_account: caller }) => {
    const { type, parameters_json_decoded: given } = details as { type: string; parameters_json_decoded?: ScVal[] };
    return type === 'invoke_contract' && given ? [{ contract: given[0].address!, name: given[1].symbol!, caller }] : [];
  });
  for (const [contract, own] of Map.groupBy(calls, (call) => call.contract)) {
    const { total_invocations, unique_callers, observed_functions } = known.get(contract)!;
    expect([total_invocations, unique_callers]).toEqual([
      BigInt(own.length),
      BigInt(new Set(own.map(({ caller }) => caller)).size),
    ]);
    expect(observed_functions).toEqual(expect.arrayContaining([...new Set(own.map(({ name }) => name))]));
  }
  const called = new Set(calls.map(({ contract }) => contract));
  const uncalled = entities.filter((row) => !called.has(String(row.contract_id)));
  expect(uncalled.filter((row) => row.total_invocations !== 0n)).toEqual([]);
  return created.length + instances.size;
}

/** Rows that each set has at least, of keys and deletions, and of contracts that are created or have an instance. */
const least: Record<string, [keys: number, contracts: number]> = {
  'pubnet-p26': [0, 14],
  'pubnet-eras': [15, 4],
  'testnet-ledgers': [0, 5],
  'load-test-ledgers-v27': [7712, 0],
  'core-lcm': [79, 300],
};

describe.skipIf(!hasCorpus)('contracts and what is in them', () => {
  it.each(goldenSets)(
    'of $name are those that golden rows tell of',
    async (set) => {
      const found = [0, 0];
      for await (const network of networks(set)) {
        found[0] += await checkKeys(network);
        await checkTokens(network, passphraseOf(set.network));
        found[1] += await checkContracts(network);
      }
      const [keys, contracts] = least[set.name] ?? [0, 0];
      expect(found[0]).toBeGreaterThanOrEqual(keys);
      expect(found[1]).toBeGreaterThanOrEqual(contracts);
    },
    900_000,
  );
});
