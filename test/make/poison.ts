/** Values of any XDR type that are as extreme as the type allows. */
import { resolve, type Schema } from '../../src/xdr/schema.ts';
import { armOf, type Arm, type Fields, type Tree } from './xdr-tree.ts';

const int32 = [0, 1, -1, 0x7fffffff, -0x80000000];
const uint32 = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff];
const MAX = 2n ** 63n;
const int64 = [0n, 1n, -1n, 2n ** 53n + 1n, 214748369999999999n, 10n ** 18n, MAX - 1n, -MAX];
const int128 = [
  ...[-MAX, -1n, 0n].map((hi) => ({ hi, lo: 0n })),
  ...[-1n, 0n, MAX - 1n].map((hi) => ({ hi, lo: 2n * MAX - 1n })),
  { hi: 0n, lo: 10_000_000n },
];
const uint64 = [0n, 1n, 2n ** 53n + 1n, MAX - 1n, MAX, 9999999999999999999n, 2n * MAX - 1n];
const texts = [
  '',
  '00',
  '410042',
  'ff01',
  'fe01',
  'eda080',
  'f0288cbc',
  '22275c2c0a0d09',
  'f09f9880',
  'efbbbfefbfbd',
  '3c2f7363726970743e',
  '6e756c6c',
  '2d31',
  '20',
].map((hex) => Buffer.from(hex, 'hex'));
/** Of texts that have no limit of their own. */
const LONG = 5000;
/** Below this a value has no further values inside. */
const DEEP = 6;
/** What contracts are asked for by name, and what the names of tokens' events and of their fields are. */
const symbols = (
  'transfer mint burn clawback approve set_admin set_authorized fn_call fn_return fee admin METADATA Balance Allowance ' +
  'name symbol decimal decimals amount to_muxed_id authorized clawback Admin balance AssetInfo TotalSupply core_metrics'
)
  .split(' ')
  .map((name) => Buffer.from(name));

/** What says which ledger it is and when it closed, keys by which parts of a ledger name one another, fees, and events of stellar-core itself. */
const kept = new Set([
  ...['LedgerHeader.ledgerVersion', 'LedgerHeader.ledgerSeq', 'StellarValue.closeTime', 'StellarValue.upgrades'],
  ...['UpgradeEntryMeta.upgrade', 'OfferEntry.offerId', 'DataEntry.dataName'],
  ...['ContractDataEntry.contract', 'ContractDataEntry.key', 'LedgerKeyData.dataName', 'LedgerKeyOffer.offerId'],
  ...[
    'LedgerKeyContractData.contract',
    'LedgerKeyContractData.key',
    'ClaimOfferAtom.offerId',
    'ClaimOfferAtomV0.offerId',
  ],
  ...['ContractDataEntry.val', 'InvokeContractArgs.contractAddress', 'InvokeContractArgs.functionName'],
  ...['reserveA', 'reserveB', 'totalPoolShares'].map((field) => `LiquidityPoolEntryConstantProduct.${field}`),
  ...['CreateContractArgs.contractIdPreimage', 'CreateContractArgsV2.contractIdPreimage'],
  ...['TransactionResultMeta.feeProcessing', 'TransactionResultMetaV1.feeProcessing'],
  ...['TransactionResultMetaV1.postTxApplyFeeProcessing', 'TransactionEvent.event', 'DiagnosticEvent.event'],
  ...[2, 3, 4].map((version) => `TransactionMetaV${version}.txChangesAfter`),
]);

/** In these stellar-core lets no number be negative, and a load refuses one as damage; a value of a contract in them may be. */
const counted = new Set([
  ...['LedgerEntry', 'LedgerHeader', 'TransactionResult', 'OperationResultTr', 'AccountEntry', 'TrustLineEntry'],
  ...['OfferEntry', 'LiquidityPoolEntry', 'ClaimableBalanceEntry'],
]);
const free = new Set(['ScVal']);

/** Draws extremes; the same seed gives the same. */
export class Poison {
  #state: number;
  #isCounted = false;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number below a bound (mulberry32). */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % bound;
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  text(most: number): Buffer {
    const kind = this.below(4);
    if (kind === 0) return Buffer.alloc(Math.min(most, LONG), this.of(['a', '\0', '"', '\u00ff']), 'latin1');
    return (kind === 1 ? this.of(symbols) : this.of(texts)).subarray(0, most);
  }

  #within(type: Resolved, draw: () => Tree): Tree {
    const before = this.#isCounted;
    const { name } = type;
    if (name !== undefined && (counted.has(name) || free.has(name))) this.#isCounted = counted.has(name);
    const tree = draw();
    this.#isCounted = before;
    return tree;
  }

  #number<T extends number | bigint>(values: readonly T[]): T {
    return this.of(this.#isCounted ? values.filter((value) => value >= 0) : values);
  }

  /** Returns a new value of a type, whatever it is. */
  value(schema: Schema, depth = 0): Tree {
    const type = resolve(schema);
    return this.#within(type, () => this.#value(type, depth));
  }

  #value(type: Resolved, depth: number): Tree {
    if (type.name === 'Int128Parts') return this.of(int128);
    switch (type.kind) {
      case 'int32':
        return this.#number(int32);
      case 'uint32':
        return this.of(uint32);
      case 'int64':
        return this.#number(int64);
      case 'uint64':
        return this.of(uint64);
      case 'bool':
        return this.below(2) === 0;
      case 'enum':
        return this.of([...type.nameByValue.keys()]);
      case 'opaque':
        return Buffer.alloc(type.length, this.of([0, 1, 7, 65, 255]));
      case 'varOpaque':
      case 'string':
        return this.text(type.maxLength);
      case 'option':
        return depth > DEEP || this.below(3) === 0 ? null : this.value(type.element, depth + 1);
      case 'array':
        return Array.from({ length: depth > DEEP ? 0 : Math.min(this.below(4), type.maxLength) }, () =>
          this.value(type.element, depth + 1),
        );
      case 'fixedArray':
        return Array.from({ length: type.length }, () => this.value(type.element, depth + 1));
      case 'struct':
        return Object.fromEntries(type.entries.map(([name, field]) => [name, this.value(field, depth + 1)]));
      case 'union': {
        const flat = type.cases.filter(({ arm }) => arm.kind === 'void' || !isNested(arm.schema));
        const { discriminant } = this.of(depth > DEEP && flat.length > 0 ? flat : type.cases);
        const of = armOf(type, discriminant);
        return { arm: discriminant, value: of ? this.value(of, depth + 1) : null };
      }
      default:
        return null;
    }
  }

  /** Returns the value of a type with extremes in place of some of its numbers and texts; its form stays. */
  changed(schema: Schema, tree: Tree): Tree {
    const type = resolve(schema);
    return this.#within(type, () => this.#changed(type, tree));
  }

  #changed(type: Resolved, tree: Tree): Tree {
    if (type.name && redrawn.has(type.name) && this.below(2) === 0) return this.value(type);
    switch (type.kind) {
      case 'struct': {
        const of = tree as Fields;
        const fields = type.entries.map(([name, field]) => {
          return [name, kept.has(`${type.name}.${name}`) ? of[name]! : this.changed(field, of[name])] as const;
        });
        return Object.fromEntries(fields);
      }
      case 'union': {
        const { arm, value } = tree as Arm;
        const of = armOf(type, arm);
        return { arm, value: of ? this.changed(of, value) : null };
      }
      case 'array':
      case 'fixedArray':
        return (tree as Tree[]).map((each) => this.changed(type.element, each));
      case 'option':
        return tree === null ? null : this.changed(type.element, tree);
      case 'enum':
      case 'opaque':
      case 'void':
        return tree;
      default:
        return this.below(3) > 0 ? tree : this.value(type);
    }
  }
}

/** Of these any value goes with what is around it. */
const redrawn = new Set([
  'ScVal',
  'Memo',
  'Preconditions',
  'ClaimPredicate',
  'AccountEntryExt',
  'SorobanTransactionDataExt',
]);

type Resolved = ReturnType<typeof resolve>;

function isNested(schema: Schema): boolean {
  const { kind } = resolve(schema);
  return kind === 'struct' || kind === 'union' || kind === 'array' || kind === 'option';
}
