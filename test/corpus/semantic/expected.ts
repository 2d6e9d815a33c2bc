/** What semantic says of ledgers, computed from the rows of stellar-etl and of the reference token transfer processor. */
import type { GoldenRow, Network } from '../silver/networks.ts';

type Details = Record<string, unknown>;

const activityOfType: Record<string, string> = {
  create_account: 'account_created',
  path_payment_strict_receive: 'path_payment',
  path_payment_strict_send: 'path_payment',
  manage_sell_offer: 'manage_offer',
  manage_buy_offer: 'manage_offer',
  create_passive_sell_offer: 'create_passive_offer',
  begin_sponsoring_future_reserves: 'begin_sponsoring',
  end_sponsoring_future_reserves: 'end_sponsoring',
  invoke_contract: 'contract_call',
  create_contract: 'contract_deployed',
  create_contract_v2: 'contract_deployed',
  upload_wasm: 'contract_code_uploaded',
};

const payments = new Set(['payment', 'path_payment_strict_receive', 'path_payment_strict_send']);

/** An operation with what its transaction says. */
export interface Operation {
  place: bigint;
  hash: string;
  index: number;
  kind: string;
  source: string;
  to: unknown;
  /** Contract and function that it calls. */
  call?: { contract: string; name: string };
  successful: boolean;
  hasSource: boolean;
  fee: unknown;
  closedAt: string;
}

export function operationsOf({ golden }: Network): Operation[] {
  const transactions = new Map(golden('transactions').map((row) => [String(row.id), row]));
  return golden('operations').map((row) => {
    const { transaction_hash, successful, fee_charged } = transactions.get(String(row.transaction_id))!;
    const details = row.details as Details;
    const place = BigInt(row.id as number);
    const kind = row.type === 24 ? String(details.type) : String(row.type_string);
    const [contract, name] = (details.parameters_json_decoded ?? []) as { address?: string; symbol?: string }[];
    return {
      ...{ place, kind, hash: String(transaction_hash), index: Number(place & 4095n) - 1 },
      ...{ source: String(row.source_account), to: destinationOf(kind, details) },
      ...(kind === 'invoke_contract' && { call: { contract: contract.address!, name: name.symbol! } }),
      ...{ successful: successful === true, hasSource: !/NoAccount$/.test(String(row.operation_result_code)) },
      ...{ fee: fee_charged, closedAt: String(row.closed_at) },
    };
  });
}

function destinationOf(kind: string, { account, to, into }: Details): unknown {
  if (kind === 'create_account') return account;
  if (kind === 'account_merge') return into;
  return payments.has(kind) ? to : null;
}

export function activities(operations: readonly Operation[]): unknown[] {
  return operations.map(({ hash, index, kind, source, to, call, successful, fee }) => {
    const activity = activityOfType[kind] ?? kind;
    return [`${hash}:${index}`, activity, source, to ?? null, call?.name ?? null, successful, fee];
  });
}

export function functions(operations: readonly Operation[]): unknown[] {
  const calls = operations.filter(({ call }) => call);
  const groups = Map.groupBy(calls, ({ call }) => `${call!.contract} ${call!.name}`);
  return [...groups].map(([key, group]) => {
    const good = group.filter(({ successful }) => successful).length;
    const callers = new Set(group.map(({ source }) => source)).size;
    return [...key.split(' '), group.length, good, group.length - good, callers, first(group), last(group)];
  });
}

export function accounts({ golden }: Network, operations: readonly Operation[]): unknown[] {
  const known = [
    ...golden('transactions').flatMap(({ account, fee_account }) => [account, fee_account ?? account]),
    ...[...golden('accounts'), ...golden('trustlines')].map(({ account_id }) => account_id),
    ...operations.filter(({ hasSource }) => hasSource).map(({ source }) => source),
  ];
  const good = operations.filter(({ successful }) => successful);
  const paid = good.filter(({ kind }) => payments.has(kind));
  const own = Map.groupBy(good, ({ source }) => source);
  const received = Map.groupBy(paid, ({ to }) => String(to));
  return [...new Set([...known.map(String), ...received.keys()])].map((account) => {
    const done = own.get(account) ?? [];
    const got = received.get(account) ?? [];
    const deployed = done.filter(({ kind }) => kind.startsWith('create_contract')).length;
    const sent = done.filter(({ kind }) => payments.has(kind)).length;
    const all = [...done, ...got];
    return [account, done.length, sent, got.length, ...callsOf(done), deployed > 0, deployed, first(all), last(all)];
  });
}

/** How many calls, of how many contracts, and contract and function called most, the later of equal ones. */
function callsOf(operations: readonly Operation[]): unknown[] {
  const calls = operations.filter(({ call }) => call);
  const contracts = Map.groupBy(calls, ({ call }) => call!.contract);
  const top = mostOf([...contracts.values()]);
  const name = top && mostOf([...Map.groupBy(top, ({ call }) => call!.name).values()])![0].call!.name;
  return [calls.length, contracts.size, top?.[0].call!.contract ?? null, name ?? null];
}

function mostOf(groups: readonly Operation[][]): Operation[] | undefined {
  const latest = (group: Operation[]) => group.reduce((most, { place }) => (place > most ? place : most), 0n);
  return groups.toSorted((a, b) => b.length - a.length || (latest(b) > latest(a) ? 1 : -1))[0];
}

const first = (all: readonly { closedAt: string }[]) => all.map(({ closedAt }) => closedAt).sort()[0] ?? null;
const last = (all: readonly { closedAt: string }[]) =>
  all
    .map(({ closedAt }) => closedAt)
    .sort()
    .at(-1) ?? null;

/** A movement of the reference processor. */
export interface Movement {
  capture?: string;
  closed_at: string;
  transaction_hash: string;
  event_type: string;
  from: string | null;
  to: string | null;
  amount: string;
  asset: string | null;
  contract_address: string;
}

export function flowType({ from, to, asset }: Movement): string {
  const issuer = asset?.split(':')[1];
  if (from === null || (from === issuer && to !== issuer)) return 'mint';
  return to === null || (to === issuer && from !== issuer) ? 'burn' : 'transfer';
}

export function flows(movements: readonly Movement[]): unknown[] {
  return movements.map((movement) => {
    const { transaction_hash, from, to, amount, asset, contract_address } = movement;
    return [transaction_hash, flowType(movement), from, to, amount, asset ?? contract_address, contract_address];
  });
}

const DAY = 24 * 3600 * 1000;

export function assets({ golden }: Network, movements: readonly Movement[]): unknown[] {
  const asOf = Math.max(...golden('ledgers').map(({ closed_at }) => Date.parse(String(closed_at))));
  const within = (group: readonly Movement[], days: number) =>
    group.filter(({ closed_at }) => Date.parse(closed_at) > asOf - days * DAY);
  const volume = (group: readonly Movement[]) => group.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const groups = Map.groupBy(movements, ({ asset, contract_address }) => asset ?? contract_address);
  return [...groups].map(([key, group]) => {
    const [day, week] = [within(group, 1), within(group, 7)];
    const ofType = (type: string) => day.filter((movement) => flowType(movement) === type).length;
    const times = group.map(({ closed_at }) => closed_at).sort();
    const counts = [day.length, volume(day), week.length, volume(week), ofType('mint'), ofType('burn')];
    return [key, ...counts, times[0], times.at(-1)];
  });
}

const keyOf = (row: GoldenRow, side: string) =>
  row[`${side}asset_type`] === 'native'
    ? 'native'
    : `${String(row[`${side}asset_code`])}:${String(row[`${side}asset_issuer`])}`;

/** The last row of each entry. */
function latest(rows: readonly GoldenRow[], key: string): GoldenRow[] {
  const groups = Map.groupBy(rows, (row) => row[key]);
  const newest = (group: GoldenRow[]) =>
    group.reduce((a, b) => (Number(b.ledger_sequence) > Number(a.ledger_sequence) ? b : a));
  return [...groups.values()].map(newest);
}

/** Accounts that hold each asset. */
export function holders({ golden }: Network): Map<string, number> {
  const lines = latest(
    golden('trustlines').filter(({ asset_type }) => asset_type !== 'pool_share'),
    'ledger_key',
  );
  const entries = [
    ...latest(golden('accounts'), 'account_id').map((row): [string, GoldenRow] => ['native', row]),
    ...lines.map((row): [string, GoldenRow] => [keyOf(row, ''), row]),
  ];
  const held = entries.filter(([, { balance, deleted }]) => Number(balance) > 0 && !deleted);
  return new Map([...Map.groupBy(held, ([key]) => key)].map(([key, group]) => [key, group.length]));
}

/** Balances of accounts, claimable balances and pools after a ledger, by asset; what stellar-etl keeps of them are doubles. */
export function balances({ golden }: Network, ledger: number): Map<string, Map<string, number>> {
  const rows = (table: string, key: string) =>
    latest(
      golden(table).filter(({ ledger_sequence }) => Number(ledger_sequence) <= ledger),
      key,
    ).filter(({ deleted }) => !deleted);
  const pools = rows('liquidity_pools', 'liquidity_pool_id_strkey');
  const all: [asset: string, holder: unknown, balance: unknown][] = [
    ...rows('accounts', 'account_id').map((row): [string, unknown, unknown] => ['native', row.account_id, row.balance]),
    ...rows('trustlines', 'ledger_key')
      .filter(({ asset_type }) => asset_type !== 'pool_share')
      .map((row): [string, unknown, unknown] => [keyOf(row, ''), row.account_id, row.balance]),
    ...rows('claimable_balances', 'balance_id').map((row): [string, unknown, unknown] => [
      keyOf(row, ''),
      row.balance_id_strkey,
      row.asset_amount,
    ]),
    ...pools.map((row): [string, unknown, unknown] => [
      poolKey(row, 'a'),
      row.liquidity_pool_id_strkey,
      row.asset_a_amount,
    ]),
    ...pools.map((row): [string, unknown, unknown] => [
      poolKey(row, 'b'),
      row.liquidity_pool_id_strkey,
      row.asset_b_amount,
    ]),
  ];
  const held = all.filter(([, , balance]) => Number(balance) > 0);
  const groups = Map.groupBy(held, ([asset]) => asset);
  return new Map(
    [...groups].map(([asset, group]) => [
      asset,
      new Map(group.map(([, holder, balance]) => [String(holder), Number(balance)])),
    ]),
  );
}

const poolKey = (row: GoldenRow, side: string) =>
  row[`asset_${side}_type`] === 'native'
    ? 'native'
    : `${String(row[`asset_${side}_code`])}:${String(row[`asset_${side}_issuer`])}`;

/** Stroops of a double of units; nothing where it may have lost digits. */
const stroopsOf = (units: unknown) =>
  Number(units) < 2 ** 53 / 1e7 ? BigInt(Math.round(Number(units) * 1e7)) : undefined;

function summed(rows: readonly GoldenRow[], column: string): bigint | null {
  const amounts = rows.map((row) => stroopsOf(row[column]));
  return amounts.includes(undefined) ? null : amounts.reduce((sum: bigint, amount) => sum + amount!, 0n);
}

/** Pairs that were traded; volumes are null where the golden rows have lost digits. */
export function pairs({ golden }: Network): unknown[] {
  const place = ({ history_operation_id, order }: GoldenRow) =>
    BigInt(history_operation_id as number) * 4096n + BigInt(order as number);
  const groups = Map.groupBy(golden('trades'), (row) => `${keyOf(row, 'selling_')}/${keyOf(row, 'buying_')}`);
  return [...groups].map(([key, rows]) => {
    const newest = rows.reduce((a, b) => (place(b) > place(a) ? b : a));
    const sellers = new Set(rows.map((row) => row.selling_account_address || row.selling_liquidity_pool_id)).size;
    const buyers = new Set(rows.map((row) => row.buying_account_address)).size;
    const times = rows.map((row) => String(row.ledger_closed_at)).sort();
    const volumes = [summed(rows, 'selling_amount'), summed(rows, 'buying_amount')];
    return [key, rows.length, ...volumes, newest.price_n, newest.price_d, sellers, buyers, times[0], times.at(-1)];
  });
}
