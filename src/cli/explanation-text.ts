/** An explained transaction as lines for people. */
import type { ExplainedBalance, ExplainedCall, ExplainedChange, ExplainedMovement, Explanation } from '../index.ts';
import { plural, printable } from './text.ts';

/** More lines than that of one section are counted. */
const MOST_LINES = 20;
/** Longer arguments are cut. */
const MOST_LETTERS = 60;
const STROOPS = 10_000_000n;

interface Style {
  /** Whole addresses, arguments and sections. */
  isFull: boolean;
}

/** Returns the explanation in sections: the sentence, then operations, calls, movements, fees and changes. */
export function explanationText(found: Explanation, style: Style): string {
  const { ledger_sequence: ledger, closed_at: at, state_changes: changes, inner_transaction_hash: inner } = found;
  const head = [
    found.sentence,
    '',
    `transaction  ${found.transaction_hash}`,
    ...(inner === null ? [] : [`inner        ${inner}`]),
    `ledger       ${ledger}, closed at ${at}`,
    `result       ${found.successful ? 'success' : `failed: ${found.reason}`}`,
    `source       ${found.source_account}`,
    ...(found.memo === null ? [] : [`memo         ${found.memo} (${found.memo_type})`]),
  ];
  const seen = changes?.filter(({ type, changed_fields: fields }) => type !== 'updated' || fields.length > 0);
  const stateLines = seen?.map((change) => changeLine(change, style));
  const sections = [
    section(
      'Operations',
      found.operations.map(({ index, sentence }) => `${index + 1}. ${sentence}`),
      style,
    ),
    section(
      'Calls',
      found.calls.flatMap((call) => callLines(call, style)),
      style,
    ),
    section(
      'Movements',
      found.movements.map((movement) => movementLine(movement, style)),
      style,
    ),
    section('Fees', feeLines(found, style), style),
    section(
      'Balances',
      found.balance_changes.map((change) => balanceLine(change, style)),
      style,
    ),
    stateLines
      ? section('State changes', stateLines, style)
      : ['', 'State changes: unknown. Load the ledger with --with-changes, or put its file back where it was.'],
  ];
  return `${[...head, ...sections.flat()].map(printable).join('\n')}\n`;
}

function section(title: string, lines: readonly string[], { isFull }: Style): string[] {
  if (lines.length === 0) return [];
  const shown = isFull ? lines : lines.slice(0, MOST_LINES);
  const rest = lines.length - shown.length;
  const more = rest > 0 ? [`  and ${plural(rest, 'more line')}; --full prints all`] : [];
  return ['', title, ...shown.map((line) => `  ${line}`), ...more];
}

function callLines(call: ExplainedCall, style: Style, indent = ''): string[] {
  const { contract_id: contract, function_name: name, successful, caller } = call;
  const given = call.arguments.map((text) => argumentText(text, style)).join(', ');
  const from = indent === '' && caller !== null ? `, called by ${address(caller, style)}` : '';
  const line = `${indent}${name ?? 'call'}(${given}) on ${address(contract, style)}${from}${successful ? '' : ': failed'}`;
  return [line, ...call.calls.flatMap((inner) => callLines(inner, style, `${indent}  `))];
}

function argumentText(text: string, style: Style): string {
  const shown = style.isFull ? text : text.replaceAll(ADDRESSES, (whole) => address(whole, style));
  return style.isFull || shown.length <= MOST_LETTERS ? shown : `${shown.slice(0, MOST_LETTERS)}…`;
}

/** Addresses of accounts, contracts, pools, balances, and those with an id. */
const ADDRESSES = /\b(?:[GCL][A-Z2-7]{55}|B[A-Z2-7]{57}|[MW][A-Z2-7]{68})\b/g;

function address(text: string, { isFull }: Style): string {
  return isFull || text.length <= 12 ? text : `${text.slice(0, 4)}...${text.slice(-4)}`;
}

function movementLine({ type, from, to, asset, amount, amount_raw: raw }: ExplainedMovement, style: Style): string {
  const short = address(asset, style);
  const money = amount === null ? `${grouped(raw)} smallest units of ${short}` : `${grouped(amount)} ${short}`;
  const giver = from === null ? '' : ` from ${address(from, style)}`;
  const getter = to === null ? '' : ` to ${address(to, style)}`;
  return `${type} of ${money}${giver}${getter}`;
}

function feeLines({ fees }: Explanation, style: Style): string[] {
  const { payer, charged, maximum, inclusion, resources, rent, refund } = fees;
  const parts = [
    ['inclusion', inclusion],
    ['resources', resources],
    ['of these rent', rent],
    ['refunded', refund],
  ].filter((part): part is [string, string] => part[1] !== null && part[1] !== '0');
  const lumens = `${lumensText(charged)} XLM paid by ${address(payer, style)}, at most ${lumensText(maximum)} XLM`;
  return resources === null ? [lumens] : [lumens, ...parts.map(([name, value]) => `${name}: ${lumensText(value)} XLM`)];
}

function lumensText(stroops: string): string {
  const whole = BigInt(stroops);
  const [size, sign] = whole < 0n ? [-whole, '-'] : [whole, ''];
  return grouped(`${sign}${size / STROOPS}.${String(size % STROOPS).padStart(7, '0')}`);
}

/** Returns a decimal with groups of three digits and without zeros at the end. */
function grouped(decimal: string): string {
  const [whole = '', places = ''] = decimal.split('.');
  // eslint-disable-next-line local/linear-expressions -- an amount has at most 39 digits
  const rest = places.replace(/0+$/, '');
  // eslint-disable-next-line local/linear-expressions -- an amount has at most 39 digits
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, ',') + (rest === '' ? '' : `.${rest}`);
}

function balanceLine({ holder, asset_key: key, before, after, reason }: ExplainedBalance, style: Style): string {
  const [from, to] = [before, after].map((text) => (text === null ? 'unknown' : grouped(text)));
  return `${address(holder, style)}  ${from} → ${to} ${assetText(key, style)} (${reason})`;
}

function assetText(key: string, style: Style): string {
  if (key === 'native') return 'XLM';
  if (style.isFull) return key;
  const [name = '', issuer = ''] = key.split(':');
  if (name === 'liquidity_pool') return `shares of pool ${address(issuer, style)}`;
  return address(name, style);
}

/** What the phases of changes outside operations are called. */
const PHASES: Readonly<Record<string, string>> = {
  before: 'before the operations',
  after: 'after the operations',
  post_fee: 'refund of the fee',
};

function changeLine(change: ExplainedChange, style: Style): string {
  const { type, entry_type: entry, phase, operation_index: index, key, changed_fields: fields } = change;
  const named = Object.entries(key).filter(([name]) => name !== 'durability');
  const words = named.map(([, value]) => argumentText(keyText(value), style)).join(' ');
  const at = index === null ? (PHASES[phase] ?? phase) : `operation ${index + 1}`;
  const what = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  return `${at}: ${type} ${entry.replaceAll('_', ' ')} ${words}${what}`;
}

/** Returns a part of a ledger key: an address, an asset, or the key of a contract's entry. */
function keyText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const inner: unknown = Object.values(value)[0];
  const code: unknown = typeof inner === 'object' && inner !== null ? Reflect.get(inner, 'asset_code') : undefined;
  return typeof code === 'string' ? code : JSON.stringify(value).replaceAll(/["{}]/g, '');
}
