import { Asset, Claimant, Operation, StrKey, type xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { Utf8Column } from '../../src/arrow/columns.ts';
import { createBuilder } from '../../src/arrow/table.ts';
import { selectRows } from '../../src/lake/duckdb/duckdb.ts';
import { openScratch } from '../../src/lake/asking/query/scratch.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { historyEffects } from '../../src/tables/effects/declaration.ts';
import { extractEffects } from '../../src/tables/effects.ts';
import { tables } from '../../src/tables/index.ts';
import { LedgerEntryChangeType, LedgerEntryType, OperationType, ScValType } from '../../src/xdr/generated/enums.ts';
import { expectDocumented } from './documented.ts';
import { operationFault } from './fault.ts';
import { divergence } from '../divergences.ts';
import { ledgerOf, words } from '../make/ledger.ts';
import { account, envelopeOf, key, signer, source as issuer } from '../make/transaction.ts';
import { useShownRows, type ShownRow } from './shown-rows.ts';

const muxed = StrKey.encodeMed25519PublicKey(
  Buffer.concat([signer.rawPublicKey(), Buffer.from('0020000000000001', 'hex')]),
);
const usd = new Asset('USD', issuer);
const publicKey = (bytes: Uint8Array) => Buffer.concat([words(0), bytes]);
const usdXdr = Buffer.concat([words(1), Buffer.from('USD\0'), publicKey(signer.rawPublicKey())]);
const native = words(0);

const { ledgerEntryCreated, ledgerEntryUpdated, ledgerEntryRemoved, ledgerEntryState } = LedgerEntryChangeType;
const created = (entry: Buffer) => [words(ledgerEntryCreated), entry];
const updated = (pre: Buffer, post: Buffer) => [words(ledgerEntryState), pre, words(ledgerEntryUpdated), post];
const removed = (pre: Buffer, keyXdr: Buffer) => [words(ledgerEntryState), pre, words(ledgerEntryRemoved), keyXdr];

const UNSPONSORED = words(0);
const sponsoredBy = (byte: number) => Buffer.concat([words(1, 1, 0), key(byte), words(0)]);

/** An account with a key of weight 1 and signers: of each the key, the weight, and the sponsor or 0. */
function accountEntry(signers: [signer: number, weight: number, sponsor: number][], sponsor = UNSPONSORED): Buffer {
  const list = signers.map(([signer, weight]) => Buffer.concat([publicKey(key(signer)), words(weight)]));
  const sponsors = signers.map(([, , by]) => (by === 0 ? words(0) : Buffer.concat([words(1), publicKey(key(by))])));
  return Buffer.concat([
    ...[words(7, LedgerEntryType.account), publicKey(signer.rawPublicKey()), words(0, 100, 0, 5, 0, 0, 0, 0)],
    ...[Buffer.from([1, 0, 0, 0]), words(signers.length), ...list],
    ...[words(1, 0, 0, 0, 0, 2, 0, 0, signers.length), ...sponsors, words(0), sponsor],
  ]);
}

function lineEntry(owner: number, asset: Buffer, sponsor = UNSPONSORED): Buffer {
  const line = [publicKey(key(owner)), asset, words(0, 1, 0, 9, 1, 0)];
  return Buffer.concat([words(7, LedgerEntryType.trustline), ...line, sponsor]);
}

function poolEntry(id: number, a: number, b: number, shares: number, assets = [native, usdXdr]): Buffer {
  const amounts = words(30, 0, a, 0, b, 0, shares, 0, 2, 0);
  return Buffer.concat([words(7, LedgerEntryType.liquidityPool), key(id), words(0), ...assets, amounts]);
}

const balanceId = (id: number) => Buffer.concat([words(0), key(id)]);

function balanceEntry(id: number, asset: Buffer, amount: number, clawback = false): Buffer {
  const claimant = [words(1, 0), publicKey(key(4)), words(0)];
  const ext = clawback ? words(1, 0, 1) : words(0);
  const entry = [balanceId(id), ...claimant, asset, words(0, amount), ext, UNSPONSORED];
  return Buffer.concat([words(7, LedgerEntryType.claimableBalance), ...entry]);
}

interface Given {
  /** The success arm of the operation's result. */
  success?: Buffer;
  /** Entry changes: of each its parts, kind and value in turn. */
  changes?: Buffer[][];
  /** ContractEvents, in a meta of version 4 without changes. */
  events?: Buffer[];
}

const SEQUENCE = 63_092_982;
const OPERATION_ID = (BigInt(SEQUENCE) << 32n) + 4097n;

const shown = useShownRows('history_effects');

/** The rows of the effects of a transaction of one operation. */
function extracted(operation: xdr.Operation, { success = Buffer.alloc(0), changes = [], events }: Given = {}) {
  const inner = words(0, OperationType[operation.body.type], 0);
  const result = Buffer.concat([words(0, 0, 0, 1), inner, success, words(0)]);
  const list = changes.flat();
  const v2 = [words(2, 0, 1, list.length / 2), ...list, words(0)];
  // Of the operation an extension, no changes, the events; then no changes after, no Soroban meta, no other events.
  const v4 = events && [words(4, 0, 0, 1, 0, 0, events.length), ...events, words(0, 0, 0, 0)];
  const meta = Buffer.concat(v4 ?? v2);
  const table = createBuilder(historyEffects);
  const ledger = ledgerOf({ envelope: envelopeOf([operation]), result, meta, sequence: SEQUENCE });
  extractEffects(new Context(ledger, new Decoder(networkId(passphrases.testnet))), table.columns);
  return table.batch();
}

/** The same as the view shows them. */
async function effectsOf(operation: xdr.Operation, given?: Given): Promise<ShownRow[]> {
  const rows = await shown(extracted(operation, given));
  expectDocumented(historyEffects.details!, rows);
  return rows;
}

/** The same, without what all of them share. */
async function brief(operation: xdr.Operation, given?: Given) {
  const rows = await effectsOf(operation, given);
  return rows.map(({ type_string, address, details_json }) => ({
    [type_string]: address,
    ...JSON.parse(details_json),
  }));
}

const canonical = `USD:${issuer}`;
const usdMembers = { asset_type: 'credit_alphanum4', asset_code: 'USD', asset_issuer: issuer };

describe('history_effects', () => {
  it('says who is concerned, with the id of a muxed account beside it', async () => {
    const [credited, debited] = await effectsOf(
      Operation.payment({ destination: muxed, asset: usd, amount: '922337203685.4775807', source: account(2) }),
    );
    expect({ ...credited, details_json: JSON.parse(credited.details_json) }).toMatchObject({
      address: issuer,
      address_muxed: muxed,
      operation_id: OPERATION_ID,
      type: 2,
      type_string: 'account_credited',
      details_json: { amount: '922337203685.4775807', ...usdMembers },
      ledger_sequence: SEQUENCE,
      index: 0,
      id: `${OPERATION_ID}-0`,
    });
    expect(debited).toMatchObject({ address: account(2), address_muxed: null, type: 3, id: `${OPERATION_ID}-1` });
  });

  it('sums what a strict receive gave, and names the muxed taker to the maker', async () => {
    const receive = Operation.pathPaymentStrictReceive({
      ...{
        sendAsset: Asset.native(),
        sendMax: '9',
        destination: account(4),
        destAsset: usd,
        destAmount: '3',
        path: [],
      },
      source: muxed,
    });
    const claim = (amount: number) =>
      Buffer.concat([words(1, 0), key(2), words(0, 7), usdXdr, words(0, 15_000_000), native, words(0, amount)]);
    const last = Buffer.concat([words(0), key(4), usdXdr, words(0, 30_000_000)]);
    const success = Buffer.concat([words(2), claim(10_000_000), claim(1), last]);
    const effects = await brief(receive, { success });
    const trade = { bought_amount: '1.0000000', bought_asset_type: 'native', sold_amount: '1.5000000', offer_id: 7 };
    const [, , , ofMaker] = await effectsOf(receive, { success });
    expect(ofMaker.details_json).toContain('"seller_muxed_id":9007199254740993}');
    const names = effects.map((effect) => Object.keys(effect)[0]);
    expect(effects.slice(0, 2)).toEqual([
      { account_credited: account(4), amount: '3.0000000', ...usdMembers },
      { account_debited: issuer, amount: '1.0000001', asset_type: 'native' },
    ]);
    expect(effects[3]).toMatchObject({
      ...{ trade: account(2), seller: issuer, seller_muxed: muxed },
      ...trade,
    });
    const each = ['trade', 'offer_updated', 'offer_removed', 'offer_created'].flatMap((name) => [name, name]);
    expect(names.slice(2)).toEqual([...each, ...each]);
  });

  it('compares the signers before and after', async () => {
    const before = accountEntry([
      [2, 1, 0],
      [3, 1, 0],
      [5, 4, 0],
    ]);
    const after = accountEntry([
      [3, 2, 0],
      [5, 4, 0],
      [6, 3, 0],
    ]);
    const operation = Operation.setOptions({ homeDomain: 'a"b', lowThreshold: 0, setFlags: 1, clearFlags: 2 });
    expect(await brief(operation, { changes: [updated(before, after)] })).toEqual([
      { account_home_domain_updated: issuer, home_domain: 'a"b' },
      { account_thresholds_updated: issuer, low_threshold: 0 },
      { account_flags_updated: issuer, auth_required_flag: true, auth_revocable_flag: false },
      { signer_removed: issuer, public_key: account(2) },
      { signer_updated: issuer, public_key: account(3), weight: 2 },
      { signer_created: issuer, public_key: account(6), weight: 3 },
    ]);
  });

  it('tells of sponsorships of entries and signers in the order of the keys', async () => {
    const signers = (...sponsors: number[]) => accountEntry(sponsors.map((by, i) => [i + 2, 1, by]));
    const shares = Buffer.concat([words(3), key(8)]);
    const changes = [
      removed(lineEntry(3, shares, sponsoredBy(7)), Buffer.concat([words(1), publicKey(key(3)), shares])),
      created(lineEntry(2, usdXdr, sponsoredBy(6))),
      updated(lineEntry(2, shares, sponsoredBy(6)), lineEntry(2, shares, sponsoredBy(6))),
      updated(signers(6, 6, 0, 6), signers(6, 7, 6, 0)),
    ];
    const operation = Operation.revokeAccountSponsorship({ account: issuer });
    expect(await brief(operation, { changes })).toEqual([
      { signer_sponsorship_updated: issuer, former_sponsor: account(6), new_sponsor: account(7), signer: account(3) },
      { signer_sponsorship_created: issuer, sponsor: account(6), signer: account(4) },
      { signer_sponsorship_removed: issuer, former_sponsor: account(6), signer: account(5) },
      { trustline_sponsorship_created: account(2), sponsor: account(6), asset: canonical },
      {
        trustline_sponsorship_removed: account(3),
        ...{ former_sponsor: account(7), asset_type: 'liquidity_pool' },
        liquidity_pool_id: '08'.repeat(32),
      },
    ]);
  });

  it('tells of a pool whose shares are revoked and that is removed', async () => {
    const changes = [
      created(balanceEntry(9, usdXdr, 50_000_000, true)),
      created(balanceEntry(10, native, 40_000_000)),
      removed(poolEntry(8, 40_000_000, 50_000_000, 44_000_000), Buffer.concat([words(5), key(8)])),
    ];
    const flags = { authorized: false, clawbackEnabled: false };
    const operation = Operation.setTrustLineFlags({ trustor: account(4), asset: usd, flags });
    const [ofNative, ofUsd] = ['0a', '09'].map((byte) => `00000000${byte.repeat(32)}`);
    const amount = (asset: string, units: string) => ({ asset, amount: `${units}.0000000` });
    const pool = {
      ...{
        id: '08'.repeat(32),
        fee_bp: 30,
        type: 'constant_product',
        total_trustlines: '2',
        total_shares: '4.4000000',
      },
      reserves: [amount('native', '4'), amount(canonical, '5')],
    };
    const revoked = [
      { ...amount('native', '4'), claimable_balance_id: ofNative },
      { ...amount(canonical, '5'), claimable_balance_id: ofUsd },
    ];
    const claimant = { claimable_balance_claimant_created: account(4), predicate: { unconditional: true } };
    const clawback = { claimable_balance_clawback_enabled_flag: true };
    expect(await brief(operation, { changes })).toEqual([
      {
        trustline_flags_updated: issuer,
        ...{ trustor: account(4), ...usdMembers, authorized_flag: false, clawback_enabled_flag: false },
      },
      { claimable_balance_created: issuer, balance_id: ofNative, ...amount('native', '4') },
      { ...claimant, balance_id: ofNative, ...amount('native', '4') },
      { claimable_balance_created: issuer, balance_id: ofUsd, ...amount(canonical, '5'), ...clawback },
      { ...claimant, balance_id: ofUsd, ...amount(canonical, '5') },
      { liquidity_pool_revoked: issuer, liquidity_pool: pool, reserves_revoked: revoked, shares_revoked: '4.4000000' },
      { liquidity_pool_removed: issuer, liquidity_pool_id: '08'.repeat(32) },
    ]);
  });

  it('orders revoked assets of one code by the address of their issuer', async () => {
    // Digits stand before letters in addresses, although they mean greater values.
    const [lesser, greater] = [0x00, 0x34].map((byte) =>
      Buffer.concat([words(1), Buffer.from('USD\0'), publicKey(key(byte))]),
    ) as [Buffer, Buffer];
    const assets = [lesser, greater];
    const changes = [
      created(balanceEntry(9, lesser, 50_000_000)),
      created(balanceEntry(10, greater, 40_000_000)),
      removed(poolEntry(8, 50_000_000, 40_000_000, 44_000_000, assets), Buffer.concat([words(5), key(8)])),
    ];
    const flags = { authorized: false };
    const operation = Operation.setTrustLineFlags({ trustor: account(4), asset: usd, flags });
    const effects = await brief(operation, { changes });
    const balances = effects.filter((effect) => 'claimable_balance_created' in effect);
    expect(balances.map(({ asset }) => asset)).toEqual([`USD:${account(0x34)}`, `USD:${account(0)}`]);
    const revoked = effects.find((effect) => 'liquidity_pool_revoked' in effect)!.reserves_revoked;
    expect(revoked.map(({ asset }: { asset: string }) => asset)).toEqual([`USD:${account(0)}`, `USD:${account(0x34)}`]);
  });

  it('shows a pool as a withdrawal left it, and what it gave', async () => {
    const changes = [updated(poolEntry(8, 40_000_000, 50_000_000, 44_000_000), poolEntry(8, 30_000_000, 5, 4_000_000))];
    const pool = { liquidityPoolId: '08'.repeat(32), amount: '4', minAmountA: '0', minAmountB: '0' };
    const [effect, ...others] = await brief(Operation.liquidityPoolWithdraw(pool), { changes });
    expect(others).toEqual([]);
    expect(effect).toMatchObject({
      liquidity_pool_withdrew: issuer,
      liquidity_pool: { total_shares: '0.4000000' },
      reserves_received: [
        { asset: 'native', amount: '1.0000000' },
        { asset: canonical, amount: '4.9999995' },
      ],
      shares_redeemed: '4.0000000',
    });
    expect(effect.liquidity_pool.reserves[1]).toEqual({ asset: canonical, amount: '0.0000005' });
  });

  it('tells of sponsorships of accounts to them, and of those of data and balances to the source', async () => {
    const data = (sponsor: Buffer) => {
      const entry = [publicKey(key(3)), words(1), Buffer.from('n\0\0\0'), words(0, 0)];
      return Buffer.concat([words(7, LedgerEntryType.data), ...entry, sponsor]);
    };
    const balance = (sponsor: number) =>
      Buffer.concat([balanceEntry(9, native, 1).subarray(0, -UNSPONSORED.length), sponsoredBy(sponsor)]);
    const changes = [
      updated(balance(6), balance(7)),
      updated(data(UNSPONSORED), data(sponsoredBy(6))),
      updated(accountEntry([], sponsoredBy(6)), accountEntry([])),
    ];
    const operation = Operation.revokeAccountSponsorship({ account: issuer, source: account(5) });
    expect(await brief(operation, { changes })).toEqual([
      { account_sponsorship_removed: issuer, former_sponsor: account(6) },
      { data_sponsorship_created: account(5), sponsor: account(6), data_name: 'n' },
      {
        claimable_balance_sponsorship_updated: account(5),
        ...{ former_sponsor: account(6), new_sponsor: account(7), balance_id: balanceId(9).toString('hex') },
      },
    ]);
  });

  it('tells what asset contracts moved, between any addresses', async () => {
    const { scvAddress, scvI128, scvMap, scvString, scvSymbol } = ScValType;
    const text = (type: number, value: string) => {
      const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
      return Buffer.concat([words(type, value.length), Buffer.from(value), padding]);
    };
    const [holder, admin] = [3, 5].map((byte) => Buffer.concat([words(scvAddress, 0, 0), key(byte)]));
    const muxedHolder = Buffer.concat([words(scvAddress, 2, 0, 9), key(3)]);
    const contract = Buffer.concat([words(scvAddress, 1), key(9)]);
    const balance = Buffer.concat([words(scvAddress, 3), balanceId(9)]);
    const pool = Buffer.concat([words(scvAddress, 4), key(8)]);
    const amount = words(scvI128, 0, 1, 0, 5);
    const event = (name: string, parties: Buffer[], data = amount) => {
      const topics = [text(scvSymbol, name), ...parties, text(scvString, canonical)];
      const body = [words(1, 0, topics.length), ...topics, data];
      return Buffer.concat([words(0, 1), StrKey.decodeContract(usd.contractId(passphrases.testnet)), ...body]);
    };
    const events = [
      event('transfer', [holder, pool]),
      event('transfer', [balance, muxedHolder]),
      event('mint', [admin, contract]),
      event('clawback', [admin, holder]),
      event('burn', [contract]),
      // Without the administrator, and with a map for the amount, as since CAP-67: what stellar-etl does not read.
      event('mint', [contract]),
      event('clawback', [holder]),
      event('burn', [holder], Buffer.concat([words(scvMap, 1, 1), text(scvSymbol, 'amount'), amount])),
      event('transfer', [holder, holder], Buffer.concat([words(scvMap, 1, 1), text(scvSymbol, 'amount'), amount])),
    ];
    const call = Operation.invokeContractFunction({
      contract: StrKey.encodeContract(key(9)),
      function: 'f',
      args: [],
      source: account(2),
    });
    const success = Buffer.alloc(32);
    const [from, to] = [account(3), account(2)];
    const moved = (contract_event_type: string) => ({
      ...usdMembers,
      contract_event_type,
      amount: '1844674407370.9551621',
    });
    const named = (text: string) => ({ contract: text });
    expect(await brief(call, { success, events })).toEqual([
      { account_debited: from, ...moved('transfer') },
      { contract_credited: to, ...moved('transfer'), ...named(StrKey.encodeLiquidityPool(key(8))) },
      {
        contract_debited: to,
        ...moved('transfer'),
        ...named(StrKey.encodeClaimableBalance(Buffer.concat([Buffer.alloc(1), key(9)]))),
      },
      {
        contract_credited: to,
        ...moved('transfer'),
        ...named(StrKey.encodeMed25519PublicKey(Buffer.concat([key(3), words(0, 9)]))),
      },
      { contract_credited: to, ...moved('mint'), ...named(StrKey.encodeContract(key(9))) },
      { account_debited: from, ...moved('clawback') },
      { contract_debited: to, ...moved('burn'), ...named(StrKey.encodeContract(key(9))) },
      { contract_credited: to, ...moved('mint'), ...named(StrKey.encodeContract(key(9))) },
      { account_debited: from, ...moved('clawback') },
      { account_debited: from, ...moved('burn') },
      { account_debited: from, ...moved('transfer') },
      { account_credited: from, ...moved('transfer') },
    ]);
    for (const { proof } of [divergence('asset-events-of-cap-67'), divergence('amounts-of-transfers-with-a-memo')])
      expect(proof).toBe('tables/effects.test.ts');
  });

  it('burns what is clawed back from a claimable balance', async () => {
    const id = balanceId(9).toString('hex');
    const changes = [removed(balanceEntry(9, usdXdr, 1, true), Buffer.concat([words(4), balanceId(9)]))];
    expect(await brief(Operation.clawbackClaimableBalance({ balanceId: id }), { changes })).toEqual([
      { claimable_balance_clawed_back: issuer, balance_id: id },
      { account_credited: issuer, amount: '0.0000001', ...usdMembers },
    ]);
  });

  it('has none of a sponsored entry that only changed', async () => {
    const line = lineEntry(2, usdXdr, sponsoredBy(6));
    const operation = Operation.endSponsoringFutureReserves();
    expect(await effectsOf(operation, { changes: [updated(line, line)] })).toEqual([]);
  });
});

describe('view history_effects', () => {
  it('has exact amounts, and what a pool sold and bought as lists', async () => {
    const { columns, batch } = createBuilder(historyEffects);
    const rows = [
      { type: 97, contract_event_type: 'mint', wide_amount: '9223372036854775807000.0000001' },
      { type: 92, sold_amount_stroops: 2n ** 63n - 1n, bought_amount_stroops: 1n },
      { type: 40, json: '{"name":"\\"sold\\":{}"}' },
    ];
    rows.forEach(({ type, json = '{}', ...own }, index) => {
      for (const name of ['address', 'type_string', 'id'] as const) columns[name].ascii(String(index));
      for (const name of ['ledger_sequence', 'index'] as const) columns[name].push(index);
      for (const name of ['operation_id', 'closed_at'] as const) columns[name].pushNumber(index);
      columns.address_muxed.pushNull();
      columns.type.push(type);
      columns.other_details_json.push(json);
      if (type === 92)
        for (const name of ['sold_asset_type', 'sold_asset_key', 'bought_asset_type', 'bought_asset_key'] as const) {
          columns[name].fillNulls(index);
          columns[name].ascii('native');
        }
      for (const [name, value] of Object.entries(own)) {
        const column = columns[name as 'contract_event_type' | 'sold_amount_stroops'];
        column.fillNulls(index);
        if (column instanceof Utf8Column) column.ascii(String(value));
        else column.pushBigInt(BigInt(value));
      }
    });
    const scratch = await openScratch({ tables });
    await scratch.append('history_effects', batch());
    const { connection, release } = await scratch.session();
    const wanted = ['details.amount', 'details.sold[1].amount', 'details.bought[1].asset', 'details.name'];
    const texts = wanted.map((column, i) => `cast(${column} as varchar) as c${i}`).join();
    const found = await selectRows(connection, `select ${texts} from history_effects order by index`);
    await release();
    await scratch.close();
    expect(found.map((row) => Object.values(row))).toEqual([
      ['9223372036854775807000.0000001', null, null, null],
      [null, '922337203685.4775807', 'native', null],
      [null, null, null, '"sold":{}'],
    ]);
  });
});

describe('an operation whose changes contradict it', () => {
  const balance = balanceId(9).toString('hex');
  const pool = { liquidityPoolId: '08'.repeat(32), amount: '1', minAmountA: '1', minAmountB: '1' };
  const other = [updated(poolEntry(7, 1, 1, 1), poolEntry(7, 2, 2, 2))];
  const cases: [xdr.Operation, Given, string][] = [
    [
      Operation.claimClaimableBalance({ balanceId: balance }),
      { changes: [created(balanceEntry(9, usdXdr, 1))] },
      'no removal of the claimable balance that is claimed',
    ],
    [
      Operation.createClaimableBalance({ asset: usd, amount: '1', claimants: [new Claimant(account(4))] }),
      { success: Buffer.concat([balanceId(9)]) },
      'no creation of the claimable balance',
    ],
    [Operation.manageData({ name: 'n', value: null }), {}, 'no change of the data entry'],
    [
      Operation.liquidityPoolWithdraw(pool),
      { changes: other },
      'no change of the liquidity pool in a successful transaction',
    ],
    [Operation.setOptions({}), { changes: [created(accountEntry([]))] }, 'set options created or removed an account'],
    [
      Operation.changeTrust({ asset: usd }),
      { changes: [[words(ledgerEntryUpdated), lineEntry(2, usdXdr)]] },
      'an updated entry has no state before it',
    ],
  ];
  it.each(cases.map(([operation, given, message]) => ({ operation, given, message })))(
    'fails: $message',
    ({ operation, given, message }) => {
      expect(() => extracted(operation, given)).toThrow(operationFault(message));
    },
  );
});
