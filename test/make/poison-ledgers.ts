/** Ledgers full of extremes that XDR allows; their hashes hold, so a load takes them as it takes any ledger. */
import { hash } from 'node:crypto';
import { networkId } from '../../src/ledger/network.ts';
import {
  ConfigSettingId,
  EnvelopeType,
  LedgerEntryChangeType,
  LedgerEntryType,
  ScValType,
  TransactionResultCode,
} from '../../src/xdr/generated/enums.ts';
import { resolve, type Union } from '../../src/xdr/schema.ts';
import { Poison } from './poison.ts';
import { armOf, readTree, typeOf, writeTree, type Arm, type Fields, type Tree } from './xdr-tree.ts';

/** Operations of each failed transaction, and entries of each type that a ledger writes beside its own. */
const OPERATIONS = 9;
const ENTRIES = 4;

const sha256 = (...parts: Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer');
const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/**
 * Returns the ledgers with extremes in them: values of their transactions, of results and of changes, transactions that fail and hold operations of all types,
 * changes of entries of all types, events of tokens and their storage. The ledgers must follow one another.
 */
export function poisonLedgers(ledgers: Iterable<Uint8Array>, passphrase: string, seed = 1): Buffer[] {
  const poison = new Poison(seed);
  const network = networkId(passphrase);
  let previous: Uint8Array | undefined;
  return Array.from(ledgers, (bytes) => {
    const tree = readTree('LedgerCloseMeta', bytes) as Arm;
    const hashes = envelopesIn(tree).map(({ list, at }) => hex(transactionHash(list[at] as Arm, network)));
    const made = poisonLedger(poison, tree, hashes);
    previous = seal(made, network, previous);
    return writeTree('LedgerCloseMeta', made);
  });
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

interface Envelope {
  list: Tree[];
  at: number;
}

/** Returns where the envelopes of a ledger are, in the order of its transaction set. */
function envelopesIn({ arm, value }: Arm): Envelope[] {
  const { txSet } = value as Fields;
  const lists = arm === 0 ? [(txSet as Fields).txs as Tree[]] : phasesOf(txSet as Arm).flatMap(envelopesOfPhase);
  return lists.flatMap((list) => list.map((_, at) => ({ list, at })));
}

const phasesOf = ({ value }: Arm) => (value as Fields).phases as Arm[];

function envelopesOfPhase({ arm, value }: Arm): Tree[][] {
  if (arm === 0) return (value as Arm[]).map((component) => (component.value as Fields).txs as Tree[]);
  return ((value as Fields).executionStages as Tree[][][]).flat();
}

/** Hashes a transaction as the network does: its id, the type of the envelope, and what is signed. */
function transactionHash(envelope: Arm, network: Uint8Array): Uint8Array {
  const { tx } = envelope.value as Fields;
  const { envelopeTypeTx, envelopeTypeTxFeeBump } = EnvelopeType;
  switch (envelope.arm) {
    case envelopeTypeTxFeeBump:
      return sha256(network, word(envelopeTypeTxFeeBump), writeTree('FeeBumpTransaction', tx));
    case envelopeTypeTx:
      return sha256(network, word(envelopeTypeTx), writeTree('Transaction', tx));
    default:
      // Of the first form it is that of the second (CAP-15), which has the type of the source's key.
      return sha256(network, word(envelopeTypeTx), word(0), writeTree('TransactionV0', tx));
  }
}

const innerOf = (envelope: Arm) => ((envelope.value as Fields).tx as Fields).innerTx as Arm;
const isFeeBump = ({ arm }: Arm) => arm === EnvelopeType.envelopeTypeTxFeeBump;

/** Changes what a ledger holds; `hashes` are those of its envelopes, by which its results name them. */
function poisonLedger(poison: Poison, tree: Arm, hashes: string[]): Arm {
  const changed = poison.changed(typeOf('LedgerCloseMeta'), tree) as Arm;
  const value = changed.value as Fields;
  const envelopes = envelopesIn(changed);
  for (const processed of value.txProcessing as Fields[]) {
    const pair = processed.result as Fields;
    const at = hashes.indexOf(hex(pair.transactionHash as Uint8Array));
    const envelope = envelopes[at].list[envelopes[at].at] as Arm;
    if (poison.below(3) === 0) failWithAll(poison, processed, envelope);
    else addEvents(poison, processed.txApplyProcessing as Arm);
    pair.transactionHash = word(at);
  }
  (value.upgradesProcessing as Tree[]).push({ upgrade: { arm: 1, value: 23 }, changes: changesOf(poison) });
  if (value.evictedKeys) {
    const key = typeOf('LedgerKey');
    value.evictedKeys = Array.from({ length: ENTRIES }, () => poison.value(key));
  }
  return changed;
}

/** Gives a transaction other operations, which all failed. */
function failWithAll(poison: Poison, processed: Fields, envelope: Arm): void {
  const inner = isFeeBump(envelope) ? innerOf(envelope) : envelope;
  const operations = Array.from({ length: OPERATIONS }, () => poison.value(typeOf('Operation')) as Fields);
  ((inner.value as Fields).tx as Fields).operations = operations;
  const results = operations.map(({ body }) => failure(poison, (body as Arm).arm));
  const result = (processed.result as Fields).result as Fields;
  const { txFailed, txFeeBumpInnerFailed } = TransactionResultCode;
  if (!isFeeBump(envelope)) result.result = { arm: txFailed, value: results };
  else {
    const fields = { feeCharged: 0n, result: { arm: txFailed, value: results }, ext: { arm: 0, value: null } };
    result.result = { arm: txFeeBumpInnerFailed, value: { transactionHash: Buffer.alloc(32), result: fields } };
  }
  const meta = processed.txApplyProcessing as Arm;
  if (meta.arm === 0) meta.value = [];
  else (meta.value as Fields).operations = [];
  if (meta.arm >= 3) (meta.value as Fields).sorobanMeta = null;
  if (meta.arm === 4) (meta.value as Fields).diagnosticEvents = [];
}

function failure(poison: Poison, type: number): Tree {
  const results = resolve(armOf(resolve(typeOf('OperationResultTr')) as Union, type)!) as Union;
  const { discriminant } = poison.of(results.cases.filter((each) => each.discriminant < 0 && each.arm.kind === 'void'));
  return { arm: 0, value: { arm: type, value: { arm: discriminant, value: null } } };
}

const scVal = (type: keyof typeof ScValType, value: Tree = null): Arm => ({ arm: ScValType[type], value });
const symbol = (text: string) => scVal('scvSymbol', Buffer.from(text));

/** Adds events of tokens to a transaction, in all forms that one may have. */
function addEvents(poison: Poison, { arm, value }: Arm): void {
  const events = Array.from({ length: ENTRIES }, () => tokenEvent(poison));
  if (arm === 4) {
    for (const operation of (value as Fields).operations as Fields[]) (operation.events as Tree[]).push(...events);
  } else if (arm === 3 && (value as Fields).sorobanMeta) {
    (((value as Fields).sorobanMeta as Fields).events as Tree[]).push(...events);
  }
}

function tokenEvent(poison: Poison): Tree {
  const address = () => scVal('scvAddress', poison.value(typeOf('ScAddress')));
  const any = () => poison.value(typeOf('ScVal'));
  const name = symbol(poison.of(['transfer', 'mint', 'burn', 'clawback', 'approve', 'set_admin', 'set_authorized']));
  const asset = poison.of([any(), scVal('scvString', poison.text(64)), scVal('scvString', Buffer.from('native'))]);
  const topics = [name, ...Array.from({ length: poison.below(3) }, address), ...(poison.below(2) ? [asset] : [])];
  const number = () => scVal('scvI128', poison.value(typeOf('Int128Parts')));
  const map = scVal('scvMap', [
    { key: symbol('amount'), val: poison.of([number(), any()]) },
    {
      key: symbol('to_muxed_id'),
      val: poison.of([any(), scVal('scvU64', poison.value(typeOf('ScNonceKey')) && 2n ** 64n - 1n)]),
    },
  ]);
  return {
    ext: { arm: 0, value: null },
    contractId: Buffer.alloc(32, poison.below(4)),
    type: 1,
    body: { arm: 0, value: { topics, data: poison.of<Tree>([number(), map, any()]) } },
  };
}

/** Returns changes of entries of all types, created, updated, removed and restored. */
function changesOf(poison: Poison): Tree[] {
  const entryTypes = [...Object.values(LedgerEntryType)].flatMap((type) => Array<number>(ENTRIES).fill(type));
  const settings = Object.values(ConfigSettingId).map((id) => {
    const of = armOf(resolve(typeOf('ConfigSettingEntry')) as Union, id);
    return entryOf(poison, LedgerEntryType.configSetting, { arm: id, value: of ? poison.value(of) : null });
  });
  const entries = entryTypes.map((type) => {
    return entryOf(poison, type, poison.value(armOf(resolve(typeOf('LedgerEntryData')) as Union, type)!));
  });
  const { contractData } = LedgerEntryType;
  const stored = Array.from({ length: 2 * ENTRIES }, (_, i) => entryOf(poison, contractData, storedOf(poison, i)));
  const byKey = new Map([...settings, ...entries, ...stored].map((entry) => [keyOf(entry.data as Arm), entry]));
  return [...byKey].flatMap(([key, entry]) => changeOf(poison, key, entry));
}

function entryOf(poison: Poison, arm: number, value: Tree): Fields {
  return { ...(poison.value(typeOf('LedgerEntry')) as Fields), data: { arm, value } };
}

function changeOf(poison: Poison, key: string, entry: Fields): Tree[] {
  const { ledgerEntryCreated, ledgerEntryUpdated, ledgerEntryRemoved, ledgerEntryState, ledgerEntryRestored } =
    LedgerEntryChangeType;
  const state = { arm: ledgerEntryState, value: entry };
  switch (poison.below(5)) {
    case 0:
      return [state, { arm: ledgerEntryRemoved, value: readTree('LedgerKey', Buffer.from(key, 'hex')) }];
    case 1:
      return [state, { arm: ledgerEntryUpdated, value: { ...entry, lastModifiedLedgerSeq: 7 } }];
    case 2:
      return [{ arm: ledgerEntryRestored, value: entry }];
    default:
      return [{ arm: ledgerEntryCreated, value: entry }];
  }
}

/** Returns the XDR of the key of an entry, in hex: the fields of it that its key has, under the names of the key. */
function keyOf({ arm, value }: Arm): string {
  const of = resolve(armOf(resolve(typeOf('LedgerKey')) as Union, arm)!);
  if (of.kind !== 'struct') throw new Error('a key is a struct');
  const entry = value as Fields;
  const fields = of.entries.map(([name]) => {
    if (name === 'configSettingId') return [name, (value as Arm).arm];
    return [name, entry[name] ?? null];
  });
  return hex(writeTree('LedgerKey', { arm, value: Object.fromEntries(fields) as Fields }));
}

/** Returns storage of a token: its instance with a name, or what somebody has of it. */
function storedOf(poison: Poison, which: number): Tree {
  const any = () => poison.value(typeOf('ScVal'));
  const of = (...values: Tree[]) => poison.of([...values, any()]);
  const number = () => scVal('scvI128', poison.value(typeOf('Int128Parts')));
  const text = () => scVal('scvString', poison.text(poison.of([16, 5000])));
  const metadata = scVal('scvMap', [
    { key: symbol('decimal'), val: of(scVal('scvU32', poison.of([0, 7, 18, 38, 39, 255, 2 ** 31, 2 ** 32 - 1]))) },
    { key: symbol('name'), val: of(text()) },
    { key: symbol('symbol'), val: of(text()) },
  ]);
  const storage = [
    { key: symbol('METADATA'), val: of(metadata, metadata) },
    { key: scVal('scvVec', [symbol('Admin')]), val: any() },
    { key: scVal('scvVec', [symbol('AssetInfo')]), val: of(scVal('scvVec', [symbol('AlphaNum4'), any()])) },
  ];
  const executable = poison.value(typeOf('ContractExecutable'));
  const instance = { executable, storage };
  const balance = scVal('scvMap', [
    { key: symbol('amount'), val: of(number()) },
    { key: symbol('authorized'), val: of(scVal('scvBool', true)) },
    { key: symbol('clawback'), val: of(scVal('scvBool', false)) },
  ]);
  const owner = scVal('scvAddress', poison.value(typeOf('ScAddress')));
  const isInstance = which % 2 === 0;
  return {
    ext: { arm: 0, value: null },
    contract: { arm: 1, value: Buffer.alloc(32, poison.below(4)) },
    key: isInstance ? scVal('scvLedgerKeyContractInstance') : scVal('scvVec', [symbol('Balance'), owner]),
    durability: isInstance ? 1 : poison.below(2),
    val: isInstance ? scVal('scvContractInstance', instance) : of(balance, number()),
  };
}

/** Writes the hashes of a ledger, and returns its own. Its results name envelopes by their place in the set. */
function seal(ledger: Arm, network: Uint8Array, previous?: Uint8Array): Uint8Array {
  const value = ledger.value as Fields;
  const envelopes = envelopesIn(ledger).map(({ list, at }) => list[at] as Arm);
  const entry = value.ledgerHeader as Fields;
  const header = entry.header as Fields;
  const scpValue = header.scpValue as Fields;
  const txSet = value.txSet as Fields;
  const pairs = (value.txProcessing as Fields[]).map(({ result }) => result as Fields);
  for (const pair of pairs) nameHashes(pair, envelopes, network);
  if (previous) {
    header.previousLedgerHash = previous;
    const set = ledger.arm === 0 ? txSet : ((txSet as Arm).value as Fields);
    set.previousLedgerHash = previous;
  }
  const sets = envelopes.map((envelope) => writeTree('TransactionEnvelope', envelope));
  scpValue.txSetHash =
    ledger.arm === 0
      ? sha256(txSet.previousLedgerHash as Uint8Array, ...sets)
      : sha256(writeTree('GeneralizedTransactionSet', txSet));
  header.txSetResultHash = sha256(writeTree('TransactionResultSet', { results: pairs }));
  entry.hash = sha256(writeTree('LedgerHeader', header));
  return entry.hash;
}

function nameHashes(pair: Fields, envelopes: Arm[], network: Uint8Array): void {
  const envelope = envelopes[Buffer.from(pair.transactionHash as Uint8Array).readInt32BE()];
  pair.transactionHash = transactionHash(envelope, network);
  if (!isFeeBump(envelope)) return;
  const result = (pair.result as Fields).result as Arm;
  if (result.value && !Array.isArray(result.value) && 'transactionHash' in (result.value as Fields)) {
    (result.value as Fields).transactionHash = transactionHash(innerOf(envelope), network);
  }
}
