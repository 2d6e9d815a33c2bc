import * as xdr from '@stellar/stellar-sdk/xdr';
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { networkId, passphrases } from '../../../src/ledger/network.ts';
import { writeChanges } from '../../../src/simulator/closing/meta.ts';
import { Writer } from '../../../src/simulator/encode/writer.ts';
import { assetContracts } from '../../../src/simulator/events/asset-contracts.ts';
import { EventLog } from '../../../src/simulator/events/log.ts';
import { newAccount } from '../../../src/simulator/accounts/new-account.ts';
import { applyOperation } from '../../../src/simulator/operations/index.ts';
import {
  accountFlags,
  noLiabilities,
  type Account,
  type AccountId,
  type AssetId,
  type Entry,
} from '../../../src/simulator/state/entries.ts';
import { accountOfMuxed, assetOf, hexOf, muxedId } from '../../../src/simulator/encode/from-xdr.ts';
import { issuerOf, trustLineKey } from '../../../src/simulator/state/keys.ts';
import { LedgerState } from '../../../src/simulator/encode/ledger-state.ts';
import { readEntry } from '../../../src/simulator/encode/read-entry.ts';
import { Layer } from '../../../src/simulator/state/state.ts';
import { frameOf, type Frame } from '../../../src/simulator/transactions/frame.ts';
import { corpusFiles, hasCorpus } from '../../corpus.ts';

const pubnet = networkId(passphrases.pubnet);
const contractOf = assetContracts(pubnet);

/** What came of an operation: its result, what it changed in any order, and its events. */
interface Outcome {
  result: string;
  changes: string[];
  events: string[];
}

interface Close {
  header: xdr.LedgerHeader;
  frames: Map<string, Frame>;
  transactions: {
    pair: xdr.TransactionResultPair;
    operations: { changes: xdr.LedgerEntryChange[]; events?: xdr.ContractEvent[] }[];
  }[];
}

// Each operation runs alone, on the entries that it changed as it found them: what else a book or pool held is not
// known, and did not matter to it. Offers had no liabilities before protocol 10, which nothing here executes.
describe.skipIf(!hasCorpus)('classic operations of pubnet', () => {
  it.each([
    ['pubnet-p26', 5288],
    ['pubnet-eras', 1514],
    ['pubnet-etl-golden', 1343],
  ])('have in %s (%i of them) the results, changes and events of our own', (set, count) => {
    let compared = 0;
    for (const close of corpusFiles(`${set}/store`, '.zst').flatMap(closesOf)) {
      if (close.header.ledgerVersion < 10) continue;
      for (const { name, theirs, ours } of operationsOf(close)) {
        expect(ours, name).toEqual(theirs);
        compared++;
      }
    }
    expect(compared).toBe(count);
  });
});

const soroban = new Set(['invokeHostFunction', 'extendFootprintTtl', 'restoreFootprint']);

function* operationsOf({ header, frames, transactions }: Close) {
  for (const { pair, operations } of transactions) {
    const hash = hexOf(pair.transactionHash.toBytes());
    const frame = frames.get(hash);
    const results = resultsOf(pair.result.result);
    if (!frame || !results) continue;
    const sponsorships = new Map<AccountId, AccountId>();
    for (const [index, { operation }] of frame.inner.operations.entries()) {
      const { type } = operation.body;
      if (soroban.has(type)) continue;
      const meta = operations[index];
      const theirs: Outcome = {
        result: results[index].toXdr('hex'),
        changes: groupsOf(meta.changes)
          .map((group) => group.map((change) => change.toXdr('hex')).join(''))
          .sort(),
        events: (meta.events ?? []).map((event) => event.toXdr('hex')),
      };
      const ours = run(header, frame, index, meta.changes, results[index], sponsorships, meta.events !== undefined);
      yield { name: `${header.ledgerSeq} ${hash} ${index} ${type}`, theirs, ours };
    }
  }
}

function run(
  header: xdr.LedgerHeader,
  { inner }: Frame,
  index: number,
  changes: readonly xdr.LedgerEntryChange[],
  result: xdr.OperationResult,
  sponsorships: Map<AccountId, AccountId>,
  withEvents: boolean,
): Outcome {
  const { operation, source } = inner.operations[index];
  const ledger = new LedgerState(header.ledgerSeq);
  for (const stub of stubsOf(operation.body, source)) ledger.set(stub.key, stub);
  for (const change of changes) {
    if (change.type !== 'ledgerEntryState') continue;
    const entry = readEntry(change.state);
    ledger.set(entry.key, entry);
  }
  ledger.idPool = createdOffer(result) - 1n;
  const state = new Layer(ledger);
  const events = new EventLog(contractOf, inner.tx.memo, withEvents);
  const view = {
    ledger: header.ledgerSeq,
    closeTime: header.scpValue.closeTime,
    protocol: header.ledgerVersion,
    baseFee: header.baseFee,
    baseReserve: BigInt(header.baseReserve),
    highestSequence: () => undefined,
  };
  const transaction = { source: inner.source, sequence: inner.tx.seqNum, sponsorships };
  const done = applyOperation(operation.body, {
    state,
    view,
    networkId: pubnet,
    transaction,
    index,
    source,
    muxedId: muxedId(operation.sourceAccount ?? inner.tx.sourceAccount),
    events,
  });
  const written = state.changes().map((change) => hexOf(writeChanges(new Writer(), [change]).toBytes()).slice(8));
  return { result: done.toXdr('hex'), changes: written.sort(), events: events.events.map(hexOf) };
}

// accounts and trust lines that an operation asks for without changing them
function stubsOf({ value }: xdr.OperationBody, source: AccountId): Entry[] {
  if (typeof value !== 'object' || value === null) return [stubAccount(source)];
  if ('destination' in value && 'path' in value) {
    return [source, accountOfMuxed(value.destination)].map(stubAccount);
  }
  if ('destination' in value && 'amount' in value) return [source, accountOfMuxed(value.destination)].map(stubAccount);
  if ('trustor' in value) return [{ ...stubAccount(source), flags: accountFlags.revocable }];
  if ('line' in value && value.line.type !== 'assetTypePoolShare') {
    return [source, issuerOf(assetOf(value.line))].flatMap((id) => (id ? stubAccount(id) : []));
  }
  if (!('selling' in value)) return [stubAccount(source)];
  const lines = [value.selling, value.buying].map(assetOf).filter((asset) => asset !== 'native');
  return [stubAccount(source), ...lines.map((asset) => stubLine(source, asset))];
}

function stubLine(owner: AccountId, asset: AssetId): Entry {
  return {
    kind: 'trust_line',
    key: trustLineKey(owner, asset),
    owner,
    asset,
    balance: 2n ** 62n,
    limit: 2n ** 63n - 1n,
    flags: 1,
    extension: 0,
    liabilities: noLiabilities,
    poolUses: 0,
    lastModified: 1,
  };
}

function stubAccount(id: AccountId): Account {
  return { ...newAccount(id, 10n ** 15n, { ledger: 1 }), sequence: 0n };
}

function createdOffer(result: xdr.OperationResult): bigint {
  if (result.type !== 'opInner') return 1n;
  const { value } = result.tr;
  const isOffer = value.type === 'manageSellOfferSuccess' || value.type === 'manageBuyOfferSuccess';
  if (!isOffer || value.success.offer.type !== 'manageOfferCreated') return 1n;
  return value.success.offer.offer.offerId;
}

function groupsOf(changes: readonly xdr.LedgerEntryChange[]): xdr.LedgerEntryChange[][] {
  const groups: xdr.LedgerEntryChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.length === 1 && last[0].type === 'ledgerEntryState') last.push(change);
    else groups.push([change]);
  }
  return groups;
}

function resultsOf(result: xdr.TransactionResultResult): xdr.OperationResult[] | undefined {
  if (result.type === 'txSuccess') return result.results;
  if (result.type !== 'txFeeBumpInnerSuccess') return undefined;
  const inner = result.innerResultPair.result.result;
  return inner.type === 'txSuccess' ? inner.results : undefined;
}

function closesOf(path: string): Close[] {
  const batch = xdr.LedgerCloseMetaBatch.fromXdr(zstdDecompressSync(readFileSync(path)));
  return batch.ledgerCloseMetas.map((meta) => {
    const { value } = meta;
    const envelopes = 'txs' in value.txSet ? value.txSet.txs : envelopesOf(value.txSet);
    return {
      header: value.ledgerHeader.header,
      frames: new Map(envelopes.map((envelope) => [hexOf(frameOf(envelope, pubnet).hash), frameOf(envelope, pubnet)])),
      transactions: value.txProcessing.map(({ result, txApplyProcessing }) => ({
        pair: result,
        operations: 'operations' in txApplyProcessing.value ? txApplyProcessing.value.operations : [],
      })),
    };
  });
}

function envelopesOf(set: xdr.GeneralizedTransactionSet): xdr.TransactionEnvelope[] {
  return set.v1TxSet.phases.flatMap((phase) => {
    if (phase.type === 'v0Components') return phase.v0Components.flatMap((part) => part.txsMaybeDiscountedFee.txs);
    return phase.parallelTxsComponent.executionStages.flat(2);
  });
}
