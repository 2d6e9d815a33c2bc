/** Stores all entries of the current ledger with order books, the hot archive and pending changes. */
import type { AccountId, AssetId, Entry, Offer } from '../state/entries.ts';
import { entryXdr } from './entry.ts';
import { OrderBook } from '../state/order-book.ts';
import { State, type Change } from '../state/state.ts';

/** The entries of the ledger, with its order books, and what the ledger that is being closed has changed of them. */
export class LedgerState extends State {
  readonly #entries = new Map<string, Entry>();
  readonly #before = new Map<string, Entry | undefined>();
  readonly #book = new OrderBook();
  readonly #offers = new Map<AccountId, Set<string>>();
  readonly #poolLines = new Map<AccountId, Set<string>>();
  readonly #hotArchive = new Map<string, Entry>();
  #unarchived: Entry[] = [];
  ledger: number;
  idPool = 0n;
  #sorobanSize = 0n;

  constructor(ledger: number) {
    super();
    this.ledger = ledger;
  }

  get size(): number {
    return this.#entries.size;
  }

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  /** Begins the next ledger, and forgets what the one before it changed. */
  begin(ledger: number): void {
    this.ledger = ledger;
    this.#before.clear();
    this.#unarchived = [];
  }

  /** The entries that this ledger took out of the hot archive. */
  get unarchived(): readonly Entry[] {
    return this.#unarchived;
  }

  /** Moves a persistent entry of a contract into the hot archive. */
  archive(entry: Entry): void {
    this.#hotArchive.set(entry.key, entry);
  }

  override archived(key: string): Entry | undefined {
    return this.#hotArchive.get(key);
  }

  override unarchive(key: string): void {
    const entry = this.#hotArchive.get(key);
    if (entry) this.#unarchived.push(entry);
    this.#hotArchive.delete(key);
  }

  /** Size of the entries of contracts in bytes, without their lifetimes. */
  get sorobanSize(): bigint {
    return this.#sorobanSize;
  }

  /** Returns an entry as it was before this ledger. */
  former(key: string): Entry | undefined {
    return this.#before.has(key) ? this.#before.get(key) : this.#entries.get(key);
  }

  /** Whether this ledger touched an entry. */
  isTouched(key: string): boolean {
    return this.#before.has(key);
  }

  /** Returns the net changes since `begin`, in the order in which entries were first touched. */
  changes(): Change[] {
    const changes: Change[] = [];
    for (const [key, before] of this.#before) {
      const after = this.#entries.get(key);
      if (before || after) changes.push({ before, after });
    }
    return changes;
  }

  override get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  override set(key: string, entry: Entry | undefined): void {
    const before = this.#entries.get(key);
    if (!this.#before.has(key)) this.#before.set(key, before);
    if (key.startsWith('soroban/')) this.#sorobanSize += BigInt(contractSize(entry) - contractSize(before));
    if (entry) this.#entries.set(key, entry);
    else this.#entries.delete(key);
    if (before?.kind === 'offer' && entry?.kind === 'offer' && this.#book.replace(before, entry)) return;
    if (before) this.#unlist(before);
    if (entry) this.#list(entry);
  }

  override best(selling: AssetId, buying: AssetId, hidden: (key: string) => boolean): Offer | undefined {
    return this.#book.offers(selling, buying).find(({ key }) => !hidden(key));
  }

  override offerKeys(seller: AccountId): Iterable<string> {
    return this.#offers.get(seller) ?? [];
  }

  override poolLineKeys(owner: AccountId): Iterable<string> {
    return this.#poolLines.get(owner) ?? [];
  }

  #list(entry: Entry): void {
    if (entry.kind === 'offer') {
      this.#book.add(entry);
      listKey(this.#offers, entry.seller, entry.key);
    } else if (entry.kind === 'trust_line' && entry.asset.startsWith('pool/')) {
      listKey(this.#poolLines, entry.owner, entry.key);
    }
  }

  #unlist(entry: Entry): void {
    if (entry.kind === 'offer') {
      this.#book.remove(entry);
      unlistKey(this.#offers, entry.seller, entry.key);
    } else if (entry.kind === 'trust_line' && entry.asset.startsWith('pool/')) {
      unlistKey(this.#poolLines, entry.owner, entry.key);
    }
  }
}

function contractSize(entry: Entry | undefined): number {
  return entry?.kind === 'contract_data' || entry?.kind === 'contract_code' ? entryXdr(entry).length : 0;
}

function listKey(lists: Map<AccountId, Set<string>>, owner: AccountId, key: string): void {
  const list = lists.get(owner);
  if (list) list.add(key);
  else lists.set(owner, new Set([key]));
}

function unlistKey(lists: Map<AccountId, Set<string>>, owner: AccountId, key: string): void {
  const list = lists.get(owner);
  list?.delete(key);
  if (list?.size === 0) lists.delete(owner);
}
