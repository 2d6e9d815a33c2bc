/** What a store is: its layout, its ledgers, its gaps, and whether one of its objects is what it says. */
import { FIRST_LEDGER, objectKey, parseKey, type LedgerRange } from '../datastore/keys.ts';
import { checkLayout, type Layout } from '../datastore/layout.ts';
import type { Manifest } from '../datastore/manifest.ts';
import type { AskedRange } from '../datastore/range.ts';
import { findGaps, type LedgerObject, type Store } from '../datastore/store.ts';
import { VerifyError } from '../errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { networkId, passphrases } from '../ledger/network.ts';
import { checkLedger } from '../ledger/verify.ts';
import { ledgersOf, readObject } from './read.ts';

export interface InspectOptions {
  /** Where gaps are looked for; by default everywhere, or in the newest part of a store of very many objects. */
  range?: AskedRange;
  /** The passphrase; by default the manifest's, else the one that the sample's hashes fit. */
  network?: string;
  signal?: AbortSignal;
}

export interface Inspection {
  layout: Layout;
  manifest?: Manifest;
  /** The passphrase, when something says it. */
  network?: string;
  first: number;
  last: number;
  /** The ledgers whose objects were listed; objects, bytes and gaps are of these. */
  listed: LedgerRange;
  objects: number;
  bytes: number;
  gaps: LedgerRange[];
  /** Set when objects and sizes were computed, since the store cannot be listed. */
  computed?: true;
  /** Keys whose hex part does not fit: they are found by listing only. */
  misnamed: string[];
  sample: { key: string; bytes: number; ledgers: number };
}

/** Objects that are listed without being asked for. */
const LISTED = 100_000;

/** Returns what there is to know of a store, and verifies the object in the middle of what it lists. Throws what reading it throws. */
export async function inspectStore(store: Store, { range, network, signal }: InspectOptions = {}): Promise<Inspection> {
  const layout = await store.layout({ signal });
  const manifest = await store.manifest({ signal });
  const { objects, computed } = await store.list({ range: range ?? (await newestPart(store, layout, signal)), signal });
  checkLayout(store.name, objects, { manifest });
  const [head, tail] = [objects[0]!, objects.at(-1)!];
  const listed = { first: Math.max(head.first, FIRST_LEDGER), last: tail.last };
  const sample = objects[Math.floor(objects.length / 2)]!;
  const found = await verifySample(store, sample, network ?? manifest?.networkPassphrase, signal);
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
    sample: { key: sample.key, bytes: found.bytes, ledgers: found.ledgers },
  };
}

/** Returns the range of the newest objects of a store that would take thousands of requests to list. */
async function newestPart(store: Store, layout: Layout, signal?: AbortSignal): Promise<AskedRange> {
  if (!store.remote || store.latest === undefined) return {};
  const latest = await store.latest({ signal });
  const { ledgersPerFile } = layout;
  if (latest / ledgersPerFile <= LISTED) return {};
  return { first: Math.max(FIRST_LEDGER, latest - LISTED * ledgersPerFile) };
}

/** Halves the ledgers below `known` until the first object is found, as if there were no gap. */
async function findOldest(store: Store, layout: Layout, known: number, signal?: AbortSignal): Promise<number> {
  const size = layout.ledgersPerFile;
  if (!store.remote || known <= Math.max(size, FIRST_LEDGER)) return known;
  let missing = -1;
  let there = Math.floor(known / size);
  while (there - missing > 1) {
    const middle = Math.floor((missing + there) / 2);
    const ledger = Math.max(middle * size, FIRST_LEDGER);
    if (await store.exists(objectKey(ledger, layout, layout.extension), { signal })) there = middle;
    else missing = middle;
  }
  return Math.max(there * size, FIRST_LEDGER);
}

async function verifySample(
  store: Store,
  named: LedgerObject,
  network: string | undefined,
  signal?: AbortSignal,
): Promise<{ bytes: number; ledgers: number; network?: string }> {
  const object = await readObject(store, named.key, signal);
  const ledgers = [...ledgersOf(object, named)];
  const facts = { bytes: object.bytes.length, ledgers: ledgers.length };
  const candidates = network === undefined ? Object.values(passphrases) : [network];
  const fitting = candidates.filter((passphrase) => fits(ledgers, passphrase));
  if (fitting.length === 0) checkAll(ledgers, candidates[0]!);
  // Without transactions the hashes say nothing of the network.
  const isSaid = network !== undefined || ledgers.some(({ transactions }) => transactions.length > 0);
  return { ...facts, ...(isSaid && { network: fitting[0]! }) };
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
