/** What a store is: its layout, its ledgers, its gaps, and whether one of its objects is what it says. */
import { checkStore } from '../datastore/check-store.ts';
import { FIRST_LEDGER, parseKey, type Layout, type LedgerRange } from '../datastore/keys.ts';
import { checkLayout } from '../datastore/layout.ts';
import type { Manifest } from '../datastore/manifest.ts';
import { askedRange, findOldest, newestRange } from '../datastore/listing/newest.ts';
import type { AskedRange, RangeOption } from '../datastore/range.ts';
import { findGaps, type LedgerObject, type Store } from '../datastore/store.ts';
import { DecodeError, StoreError, VerifyError } from '../core/errors.ts';
import { knownOptions } from '../options/known-options.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { networkId, passphraseOf, passphrases, type Network } from '../ledger/network.ts';
import { checkLedger } from '../ledger/verify.ts';
import { ledgersOf, readObject, type ReadObject } from '../workers/read.ts';
import * as kind from '../options/kinds.ts';

/** Options of `inspectStore`. */
export interface InspectOptions {
  /** Where gaps are looked for; by default everywhere, or in the newest part of a store of very many objects. */
  range?: RangeOption;
  /** By default the manifest's, else the one that the sample's hashes fit. */
  network?: Network;
  /** Stops the inspection. */
  signal?: AbortSignal;
}

/** What `inspectStore` found. */
export interface Inspection {
  /** How keys are made: ledgers per file, files per partition and extension. */
  layout: Layout;
  /** The content of `.config.json`; absent where the store has none. */
  manifest?: Manifest;
  /** The passphrase, when something says it. */
  network?: string;
  /** First ledger of the store, or of the inspected range. */
  first: number;
  /** Last ledger of the store, or of the inspected range. */
  last: number;
  /** The ledgers whose objects were listed; objects, bytes and gaps are of these. */
  listed: LedgerRange;
  /** How many objects were listed. */
  objects: number;
  /** Their size as stored, compressed, in bytes. */
  bytes: number;
  /** Ledgers missing between the listed objects; empty if there are none. */
  gaps: LedgerRange[];
  /** Set when objects and sizes were computed, since the store cannot be listed. */
  computed?: true;
  /** Keys whose hex part does not fit: they are found by listing only. */
  misnamed: string[];
  /** One object. It was verified, unless `newer` is there: the protocol of its ledgers, which this version does not read. */
  sample: { key: string; bytes: number; ledgers: number; newer?: number };
}

/** Objects that are listed without being asked for. */
const LISTED = 100_000;

/** Describes a store and verifies the object in its middle. Throws what reading throws. */
export async function inspectStore(store: Store, options: InspectOptions = {}): Promise<Inspection> {
  checkStore('inspectStore', store);
  const { network, signal } = knownOptions('inspectStore', options, {
    range: kind.range,
    network: kind.network,
    signal: kind.signal,
  });
  const range = await askedRange(store, options.range, { signal });
  const passphrase = network === undefined ? undefined : passphraseOf(network);
  const layout = await store.layout({ signal }).catch(async (error: unknown) => {
    // A folder without ledger files has no layout either, and its list says why.
    if (!store.remote) await store.list({ signal });
    throw error;
  });
  const manifest = await store.manifest({ signal });
  const { objects, computed } = await store.list({
    range: range ?? (await newestPart(store, layout, signal)),
    signal,
  });
  if (objects.length === 0) throw await nothingIn(store, range, signal);
  checkLayout(store.name, objects, { manifest });
  const [head, tail] = [objects[0], objects.at(-1)!];
  const listed = { first: Math.max(head.first, FIRST_LEDGER), last: tail.last };
  const sample = objects[Math.floor(objects.length / 2)];
  const found = await verifySample(store, sample, passphrase ?? manifest?.networkPassphrase, signal);
  return {
    layout,
    ...(manifest && { manifest }),
    ...(found.network !== undefined && { network: found.network }),
    first: range ? listed.first : await findOldest(store, layout, listed.first, signal),
    last: listed.last,
    listed,
    objects: objects.length,
    bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
    gaps: findGaps(objects),
    ...(computed && { computed }),
    misnamed: objects.map(({ key }) => key).filter((key) => parseKey(key)?.hexFits === false),
    sample: {
      ...{ key: sample.key, bytes: found.bytes, ledgers: found.ledgers },
      ...(found.newer !== undefined && { newer: found.newer }),
    },
  };
}

/** Returns the error for a range without an object, which says what there is instead. */
async function nothingIn(store: Store, { first, last }: AskedRange = {}, signal?: AbortSignal): Promise<StoreError> {
  const latest = store.latest ? await store.latest({ signal }) : undefined;
  const objects = latest === undefined ? (await store.list({ signal })).objects : [];
  const [head, tail] = [objects[0], objects.at(-1)];
  const there = head && tail ? `it holds ${Math.max(head.first, FIRST_LEDGER)}-${tail.last}` : `its last is ${latest}`;
  return new StoreError(`${store.name} has no ledger of the range ${first ?? ''}:${last ?? ''}; ${there}`, {
    store: store.name,
  });
}

/** Returns the range of the newest objects of a store that would take thousands of requests to list. */
async function newestPart(store: Store, layout: Layout, signal?: AbortSignal): Promise<AskedRange> {
  if (!store.remote || store.latest === undefined) return {};
  const count = LISTED * layout.ledgersPerFile;
  const isAll = store.remote.isListed && (await store.latest({ signal })) <= count;
  return isAll ? {} : newestRange(store, count, { signal });
}

async function verifySample(
  store: Store,
  named: LedgerObject,
  network: string | undefined,
  signal?: AbortSignal,
): Promise<{ bytes: number; ledgers: number; network?: string; newer?: number }> {
  const object = await readObject(store, named.key, signal);
  const ledgers = readSample(object, named);
  if (typeof ledgers === 'number') {
    const count = named.last - Math.max(named.first, FIRST_LEDGER) + 1;
    return { bytes: object.bytes.length, ledgers: count, newer: ledgers, ...(network !== undefined && { network }) };
  }
  const facts = { bytes: object.bytes.length, ledgers: ledgers.length };
  const candidates = network === undefined ? Object.values(passphrases) : [network];
  const fitting = candidates.filter((passphrase) => fits(ledgers, passphrase));
  if (fitting.length === 0) checkAll(ledgers, candidates[0]);
  // Without transactions the hashes say nothing of the network.
  const isSaid = network !== undefined || ledgers.some(({ transactions }) => transactions.length > 0);
  return { ...facts, ...(isSaid && { network: fitting[0] }) };
}

/** Returns the ledgers of an object, or their protocol if this version does not read it. */
function readSample(object: ReadObject, named: LedgerObject): Ledger[] | number {
  try {
    return [...ledgersOf(object, named)];
  } catch (error) {
    const newer = error instanceof DecodeError ? error.fields['protocol'] : undefined;
    if (typeof newer !== 'number') throw error;
    return newer;
  }
}

function fits(ledgers: readonly Ledger[], passphrase: string): boolean {
  try {
    checkAll(ledgers, passphrase);
    return true;
  } catch (error) {
    if (error instanceof VerifyError) return false;
    throw error;
  }
}

function checkAll(ledgers: readonly Ledger[], passphrase: string): void {
  const id = networkId(passphrase);
  for (const ledger of ledgers) checkLedger(ledger, id, { verify: true });
}
