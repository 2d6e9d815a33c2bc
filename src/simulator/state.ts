import type { Asset } from './asset.ts';
import type { Identity } from './identity.ts';

/** An account as the ledger holds it; entries are replaced, never changed in place. */
export interface Account {
  kind: 'account';
  owner: Identity;
  balance: bigint;
  sequence: bigint;
  subentries: number;
  flags: number;
  homeDomain: string;
  /** Ledger and time of the last sequence bump; undefined before the account's first transaction. */
  sequenceBump?: { ledger: number; time: bigint };
  lastModified: number;
}

/** A trust line as the ledger holds it. */
export interface TrustLine {
  kind: 'trust_line';
  owner: Identity;
  asset: Asset;
  balance: bigint;
  limit: bigint;
  lastModified: number;
}

/** A data entry as the ledger holds it. */
export interface Data {
  kind: 'data';
  owner: Identity;
  name: string;
  value: Uint8Array;
  lastModified: number;
}

export type Entry = Account | TrustLine | Data;

/** What a layer did to one entry: `before` is missing for a created entry, `after` for a removed one. */
export interface Change {
  before?: Entry;
  after?: Entry;
}

/** Ledger entries, as a stack of layers: a layer sees its parent's entries and keeps its own changes until `commit`. */
export class State {
  readonly #entries = new Map<string, Entry | undefined>();
  readonly #parent?: State;
  readonly ledger: number;

  constructor(ledger: number, parent?: State) {
    this.ledger = ledger;
    this.#parent = parent;
  }

  account(owner: Identity): Account | undefined {
    const entry = this.get(accountKey(owner));
    return entry?.kind === 'account' ? entry : undefined;
  }

  trustLine(owner: Identity, asset: Asset): TrustLine | undefined {
    const entry = this.get(trustLineKey(owner, asset));
    return entry?.kind === 'trust_line' ? entry : undefined;
  }

  data(owner: Identity, name: string): Data | undefined {
    const entry = this.get(dataKey(owner, name));
    return entry?.kind === 'data' ? entry : undefined;
  }

  get(key: string): Entry | undefined {
    return this.#entries.has(key) ? this.#entries.get(key) : this.#parent?.get(key);
  }

  /** Writes an entry as modified in this layer's ledger. */
  put(entry: Entry): void {
    this.#entries.set(keyOf(entry), { ...entry, lastModified: this.ledger });
  }

  remove(entry: Entry): void {
    this.#entries.set(keyOf(entry), undefined);
  }

  /** Returns this layer's changes against its parent, in the order in which entries were first touched. */
  changes(): Change[] {
    return Array.from(this.#entries, ([key, after]) => ({ before: this.#parent?.get(key), after }));
  }

  /** Hands this layer's entries to the parent. */
  commit(): void {
    for (const [key, entry] of this.#entries) this.#parent?.accept(key, entry);
  }

  /** Takes an entry from a layer above as it is; a root forgets removed entries. */
  accept(key: string, entry: Entry | undefined): void {
    if (entry || this.#parent) this.#entries.set(key, entry);
    else this.#entries.delete(key);
  }
}

function keyOf(entry: Entry): string {
  if (entry.kind === 'account') return accountKey(entry.owner);
  if (entry.kind === 'trust_line') return trustLineKey(entry.owner, entry.asset);
  return dataKey(entry.owner, entry.name);
}

const accountKey = (owner: Identity) => owner.address;
const trustLineKey = (owner: Identity, asset: Asset) => `${owner.address} trusts ${asset.name}`;
const dataKey = (owner: Identity, name: string) => `${owner.address} holds ${name}`;
