/** What protocols 26 to 28 brought, in ledgers of stellar-core's tests: credentials of CAP-71, frozen keys of CAP-77, empty sets of CAP-83. */
import { Address, StrKey } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { check, checkLedger } from '../../src/ledger/verify.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { networkId, passphraseOf } from '../../src/ledger/network.ts';
import { createTables } from '../../src/tables/index.ts';
import { ConfigSettingId, StellarValueType } from '../../src/xdr/generated/enums.ts';
import { hasCorpus } from '../corpus.ts';
import { goldenSets, readSet, type GoldenSet } from './golden/sets.ts';
import { witnesses } from './witness.ts';

const core = goldenSets.find(({ name }) => name === 'core-lcm')!;
const id = networkId(passphraseOf(core.network));
const filesOf = (pattern: RegExp): GoldenSet => ({ ...core, files: core.files.filter((file) => pattern.test(file)) });

type Row = Record<string, unknown>;

/** What a ledger makes of one of the two lists of CAP-77. */
interface Frozen {
  ledger: unknown;
  keys?: string[];
  bypass?: string[];
}

/** Returns the rows of a table, file by file, since each is a network of its own. */
function rowsOf(set: GoldenSet, table: string): Row[] {
  return set.files.flatMap((file) => {
    const built = createTables(id, { only: [table] });
    for (const { ledger } of readSet({ ...set, files: [file] })) built.add(ledger);
    const [[, batch]] = built.batches();
    return batch.toArray().map((row) => ({ ...row }));
  });
}

/** Returns the operations that call the host, with the account that they are of. */
function* hostCalls(set: GoldenSet): Generator<{ source: string; call: xdr.InvokeHostFunctionOp }> {
  for (const { frame } of witnesses(set)) {
    for (const { sourceAccount, body } of frame.inner.tx.operations) {
      if (body.type !== 'invokeHostFunction') continue;
      yield { source: accountText(sourceAccount ?? frame.inner.tx.sourceAccount), call: body.value };
    }
  }
}

function accountText(account: xdr.MuxedAccount): string {
  const key = account.type === 'keyTypeEd25519' ? account.value : account.value.ed25519;
  return StrKey.encodeEd25519PublicKey(key.toBytes());
}

function signerOf(credentials: xdr.SorobanCredentials, source: string): string {
  switch (credentials.type) {
    case 'sorobanCredentialsSourceAccount':
      return source;
    case 'sorobanCredentialsAddressWithDelegates':
      return addressText(credentials.value.addressCredentials.address);
    default:
      return addressText(credentials.value.address);
  }
}

/** Text as SEP-51 writes it: bytes beyond ASCII by their number. */
const escaped = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);

const addressText = (address: xdr.ScAddress) => Address.fromScAddress(address).toString();

/** The contract calls that an entry allows, depth first. */
function* allowed(invocation: xdr.SorobanAuthorizedInvocation): Generator<[contract: string, name: string]> {
  const { function: called, subInvocations } = invocation;
  if (called.type === 'sorobanAuthorizedFunctionTypeContractFn') {
    yield [addressText(called.value.contractAddress), escaped(called.value.functionName.bytes)];
  }
  for (const inner of subInvocations) yield* allowed(inner);
}

describe.skipIf(!hasCorpus)('ledgers of protocols 26 to 28', () => {
  const calling = filesOf(/InvokeHostFunctionTests/);

  it('have in each operation who authorised it, by credentials of all kinds', () => {
    const expected = [...hostCalls(calling)].map(({ source, call: { auth } }) => ({
      types: auth.map(({ credentials: { type } }) => type),
      addresses: auth.map(({ credentials }) => signerOf(credentials, source)),
    }));
    const kinds = {
      source_account: 'sorobanCredentialsSourceAccount',
      address: 'sorobanCredentialsAddress',
      address_v2: 'sorobanCredentialsAddressV2',
      address_with_delegates: 'sorobanCredentialsAddressWithDelegates',
    };
    const found = rowsOf(calling, 'history_operations')
      .filter((row) => row['soroban_auth_addresses'] !== null)
      .map((row) => ({
        types: (JSON.parse(String(row['soroban_auth_credentials_types'])) as (keyof typeof kinds)[]).map(
          (kind) => kinds[kind],
        ),
        addresses: JSON.parse(String(row['soroban_auth_addresses'])) as string[],
      }));
    expect(found).toEqual(expected);
    const count = (kind: string) => expected.filter(({ types }) => types.some((type) => type === kind)).length;
    expect(Object.values(kinds).map(count)).toEqual([368, 4, 31, 8]);
  });

  it('have the source of each operation among its participants', () => {
    const named = (row: Row, operation: string, account: string) => `${row[operation]} ${row[account]}`;
    const sources = rowsOf(calling, 'operation_participants').filter(({ role }) => role === 'source');
    expect(sources.map((row) => named(row, 'operation_id', 'address'))).toEqual(
      rowsOf(calling, 'history_operations').map((row) => named(row, 'id', 'source_account')),
    );
  });

  it('have each call that an entry allows, with the address that allows it', () => {
    const expected = [...hostCalls(calling)].flatMap(({ source, call: { auth } }) =>
      auth.flatMap(({ credentials, rootInvocation }) =>
        [...allowed(rootInvocation)].map(([contract, name]) => [signerOf(credentials, source), contract, name]),
      ),
    );
    const found = rowsOf(calling, 'contract_invocations')
      .filter((row) => row['origin'] === 'auth')
      .map((row) => [row['auth_address'], row['contract_id'], row['function_name']]);
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(50);
  });

  it('have in config_settings the frozen keys, and the transactions that may touch them', () => {
    const frozen = filesOf(/FrozenLedgerKeysTests|6de1fadf0f1a6789/);
    const base64 = (key: { toBytes(): Uint8Array }) => Buffer.from(key.toBytes()).toString('base64');
    const hex = (hash: { toBytes(): Uint8Array }) => Buffer.from(hash.toBytes()).toString('hex');
    const expected = [...readSet(frozen)].flatMap(({ ledger }): Frozen[] => {
      const { upgradesProcessing } = xdr.LedgerCloseMeta.fromXdr(ledger.bytes).value;
      return upgradesProcessing.flatMap(({ changes }) =>
        changes.flatMap((change): Frozen[] => {
          if (change.type !== 'ledgerEntryUpdated' && change.type !== 'ledgerEntryCreated') return [];
          if (change.value.data.type !== 'configSetting') return [];
          const setting = change.value.data.value;
          switch (setting.type) {
            case 'configSettingFrozenLedgerKeys':
              return [{ ledger: ledger.sequence, keys: setting.value.keys.map(base64) }];
            case 'configSettingFreezeBypassTxs':
              return [{ ledger: ledger.sequence, bypass: setting.value.txHashes.map(hex) }];
            default:
              return [];
          }
        }),
      );
    });
    const list = (row: Row, name: string) => JSON.parse(String(row[name])) as string[];
    const found = rowsOf(frozen, 'config_settings').flatMap((row): Frozen[] => {
      const ledger = row['ledger_sequence'];
      switch (row['config_setting_id']) {
        case ConfigSettingId.configSettingFrozenLedgerKeys:
          return [{ ledger, keys: list(row, 'frozen_ledger_keys_json') }];
        case ConfigSettingId.configSettingFreezeBypassTxs:
          return [{ ledger, bypass: list(row, 'freeze_bypass_txs_json') }];
        default:
          return [];
      }
    });
    expect(found).toEqual(expected);
    expect(expected.flatMap(({ keys = [] }) => keys).length).toBeGreaterThan(10);
    expect(expected.flatMap(({ bypass = [] }) => bypass).length).toBeGreaterThan(0);
  });

  it('may have no transaction set, which the check of its hash allows if nothing was applied', () => {
    const [{ ledger }, ...others] = [...readSet(filesOf(/HerderTests__370dd5e0af5cfa8d/))].filter(
      ({ ledger: { view, scpValue } }) => view.getInt32(scpValue.ext) === StellarValueType.stellarValueEmptyTxSet,
    );
    expect([others, ledger.transactions]).toEqual([[], []]);
    expect(checkLedger(ledger, id).checked & check.txSetHash).toBe(check.txSetHash);
    // The set that was applied names the ledger before.
    const other = Buffer.from(ledger.bytes);
    other[ledger.txSet + 4] ^= 1;
    expect(() => checkLedger(readLedger(other), id)).toThrow(
      /validators agreed on no transaction set, but it has a set/,
    );
    const [row] = rowsOf(filesOf(/HerderTests__370dd5e0af5cfa8d/), 'history_ledgers').filter(
      ({ sequence }) => sequence === ledger.sequence,
    );
    expect(row).toMatchObject({ node_id: '', signature: '', transaction_count: 0 });
  });
});
