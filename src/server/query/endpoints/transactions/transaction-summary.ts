/** Describes a transaction in one sentence. Fee and set_authorized events are not movements here. */
import type { Row } from '../../fields.ts';
import { netSwap, type Side } from './net-swap.ts';
import type { Operation } from './transaction.ts';
import type { MovementRow } from './transaction-events.ts';

/** What a transaction did. */
export interface Summary extends Row {
  description: string;
  type: string;
}

/** What is summed up. */
export interface SummaryInput {
  operations: readonly Operation[];
  events: readonly MovementRow[];
  successful: boolean;
  /** Contracts that its operations created. */
  created: readonly string[];
}

/** Returns the sentence, the type, and the parts of a swap or of what moved; of what failed the sentence alone. */
export function summaryOf(told: SummaryInput): Summary {
  const movements = told.events.filter(({ event_type: type }) => Object.hasOwn(moved, type));
  const contracts = unique(told.operations.flatMap(({ contract_id: id }) => id ?? []));
  const { description, type, ...parts } = firstOf(told, movements, contracts);
  const involved = contracts.length > 0 && { involved_contracts: contracts };
  if (!told.successful) return { description: `Failed: ${description}`, type, ...involved };
  return { description, type, ...involved, ...parts };
}

/** The first rule that holds. */
function firstOf(
  { operations, created }: SummaryInput,
  movements: readonly MovementRow[],
  contracts: readonly string[],
): Summary {
  const [only, ...others] = operations;
  if (!only && movements.length === 0) return { description: 'Empty transaction', type: 'unknown' };
  if (others.length > 0) return ofMany(operations);
  const sentence = only && sentences[only.type]?.(only);
  if (sentence) return sentence;
  const host = only && ofHostFunction(only, created);
  if (host) return host;
  const [first, ...more] = movements;
  if (first && more.length === 0) return ofMovement(first);
  const swap = swapOf(movements, only?.source_account, contracts[0]);
  if (swap) return swap;
  if (typeof only?.function_name === 'string' && only.contract_id !== null) {
    const name = only.function_name && `${only.function_name} on `;
    return { description: `Called ${name}${short(only.contract_id)}`, type: 'contract_call' };
  }
  const transfers = movements.filter(({ event_type: type }) => type === 'transfer').length;
  if (transfers === 0) return { description: 'Transaction', type: 'unknown' };
  return { description: `Transaction with ${transfers} transfers`, type: 'multi_transfer' };
}

function ofMany(operations: readonly Operation[]): Summary {
  const names = unique(operations.map(({ type_name: name }) => name));
  const soroban = operations.filter(({ is_soroban_op: is }) => is).length;
  const count = operations.length;
  if (soroban > 0)
    return { description: `Transaction with ${count} operations (${soroban} Soroban)`, type: 'multi_op' };
  const [name] = names;
  if (names.length === 1 && name !== undefined) return { description: `${count} ${name} operations`, type: name };
  return { description: `Transaction with ${count} operations`, type: 'multi_op' };
}

/** An address as sentences have it. */
function short(address: string | null): string {
  return address === null ? 'unknown' : `${address.slice(0, 4)}...${address.slice(-4)}`;
}

/** A decimal as sentences have it: groups of three, no zeros at the end. */
function shown(decimal: string | null): string {
  const [whole = '', places = ''] = (decimal ?? '').split('.');
  // eslint-disable-next-line local/linear-expressions -- an amount has at most 39 digits
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  // eslint-disable-next-line local/linear-expressions -- an amount has at most 39 digits
  const rest = places.replace(/0+$/, '');
  return rest === '' ? grouped : `${grouped}.${rest}`;
}

const quantity = ({ shown_amount: amount, shown_asset: asset }: Operation) =>
  `${shown(amount)} ${asset ?? 'pool shares'}`;

type Sentence = (operation: Operation) => Summary;

const plain =
  (description: string, type: string): Sentence =>
  () => ({ description, type });

/** What moved by one payment, as `summary.transfer`. */
const transferOf = ({ shown_asset: asset, amount, source_account: from, party: to }: Operation, named = asset) => ({
  transfer: { asset: named, amount, from, to },
});

const pathPayment: Sentence = (operation) => ({
  description: `Path payment of ${quantity(operation)} to ${short(operation.party)}`,
  type: 'path_payment',
  ...transferOf(operation),
});

const offer =
  (words: string, type: string): Sentence =>
  (operation) => ({ description: `${words}: ${quantity(operation)}`, type });

/** One classic operation, by its type. */
const sentences: Readonly<Record<number, Sentence>> = {
  0: (operation) => ({
    description: `Created account ${short(operation.party)} with ${shown(operation.shown_amount)} XLM`,
    type: 'create_account',
    ...transferOf(operation, 'XLM'),
  }),
  1: (operation) => ({
    description: `Sent ${quantity(operation)} to ${short(operation.party)}`,
    type: 'payment',
    ...transferOf(operation),
  }),
  2: pathPayment,
  3: offer('Sell offer', 'manage_sell_offer'),
  4: offer('Passive sell offer', 'create_passive_sell_offer'),
  5: plain('Updated account settings', 'set_options'),
  6: ({ is_ended: isEnded, shown_asset: asset }) => ({
    description: `${isEnded ? 'Removed' : 'Added'} trustline for ${asset ?? 'pool shares'}`,
    type: 'change_trust',
  }),
  7: ({ party }) => ({ description: `Updated trust authorization for ${short(party)}`, type: 'allow_trust' }),
  8: ({ source_account: source, party }) => ({
    description: `Merged ${short(source)} into ${short(party)}`,
    type: 'account_merge',
  }),
  9: plain('Ran inflation', 'inflation'),
  10: plain('Updated account data entry', 'manage_data'),
  11: plain('Bumped account sequence number', 'bump_sequence'),
  12: offer('Buy offer', 'manage_buy_offer'),
  13: pathPayment,
  14: (operation) => ({
    description: `Created claimable balance of ${quantity(operation)}`,
    type: 'create_claimable_balance',
  }),
  15: plain('Claimed a claimable balance', 'claim_claimable_balance'),
  16: ({ party }) => ({ description: `Began sponsoring reserves for ${short(party)}`, type: 'begin_sponsoring' }),
  17: plain('Ended reserve sponsorship', 'end_sponsoring'),
  18: plain('Revoked sponsorship', 'revoke_sponsorship'),
  19: (operation) => ({
    description: `Clawed back ${quantity(operation)} from ${short(operation.party)}`,
    type: 'clawback',
  }),
  20: plain('Clawed back a claimable balance', 'clawback_claimable_balance'),
  21: plain('Updated trustline flags', 'set_trust_line_flags'),
  22: plain('Deposited into liquidity pool', 'liquidity_pool_deposit'),
  23: plain('Withdrew from liquidity pool', 'liquidity_pool_withdraw'),
  25: plain('Extended contract storage TTL', 'extend_footprint_ttl'),
  26: plain('Restored expired contract storage', 'restore_footprint'),
};

function ofHostFunction({ host_function: host }: Operation, created: readonly string[]): Summary | undefined {
  if (host === 'upload_wasm') return { description: 'Uploaded contract code', type: 'upload_wasm' };
  if (host === null || !host.startsWith('create_contract')) return undefined;
  const [contract] = created;
  const description = contract === undefined ? 'Deployed contract' : `Deployed contract ${short(contract)}`;
  return { description, type: 'deploy_contract' };
}

/** Words and preposition of what moved, by the type of its event; the address is whose gain or loss it is. */
const moved: Readonly<Record<string, readonly [words: string, preposition: string, side: 'from' | 'to']>> = {
  transfer: ['Sent', 'to', 'to'],
  mint: ['Minted', 'to', 'to'],
  burn: ['Burned', 'from', 'from'],
  clawback: ['Clawed back', 'from', 'from'],
};

function ofMovement(event: MovementRow): Summary {
  const { event_type: type, from, to, amount_display: amount, amount: raw } = event;
  const [words, preposition, side] = moved[type];
  const parties = { ...(from !== null && { from }), ...(to !== null && { to }) };
  return {
    description: `${words} ${moneyOf({ amount, raw, event })} ${preposition} ${short(event[side])}`,
    type,
    [type]: { asset: assetOf(event), ...(amount !== null && { amount }), amount_raw: raw, ...parties },
  };
}

/** How much of which token; in the smallest unit where no decimals are known. */
function moneyOf({ amount, raw, event }: Side): string {
  return amount === null ? `${shown(raw)} smallest units of ${assetOf(event)}` : `${shown(amount)} ${assetOf(event)}`;
}

function assetOf({ asset_code: code, token_symbol: symbol }: MovementRow): string {
  return code ?? symbol ?? 'tokens';
}

function swapOf(movements: readonly MovementRow[], source?: string, router?: string): Summary | undefined {
  const swap = netSwap(movements, source);
  if (!swap) return undefined;
  const { sold, bought, trader, isInferred } = swap;
  return {
    description: `Swapped ${moneyOf(sold)} for ${moneyOf(bought)}`,
    type: 'swap',
    swap: {
      sold_asset: assetOf(sold.event),
      ...(sold.amount !== null && { sold_amount: sold.amount }),
      sold_amount_raw: sold.raw,
      bought_asset: assetOf(bought.event),
      ...(bought.amount !== null && { bought_amount: bought.amount }),
      bought_amount_raw: bought.raw,
      ...(router !== undefined && { router }),
      trader,
      ...(isInferred && { confidence: 'inferred' }),
    },
  };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
