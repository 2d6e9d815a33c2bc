/** Defines read and write access to ledger entries, and layers of uncommitted changes. */
import type {
  Account,
  AccountId,
  AssetId,
  ClaimableBalance,
  Data,
  Entry,
  LiquidityPool,
  Offer,
  TrustedAsset,
  TrustLine,
} from './entries.ts';
import { accountKey, claimableBalanceKey, dataKey, offerKey, poolKey, trustLineKey } from './keys.ts';
import { compareOffers } from './order-book.ts';

/** What a layer did to one entry: `before` is missing for a created entry, `after` for a removed one. */
export interface Change {
  before?: Entry;
  after?: Entry;
  /** The entry as it came back from the archive, instead of `before`; `after` is the same object when nothing else happened to it. */
  restored?: Entry;
}

/** Ledger entries, as they are in the ledger or in a layer over it. */
export abstract class State {
  /** The number of the ledger that is written. */
  abstract readonly ledger: number;
  /** The last number that was given to an offer. */
  abstract idPool: bigint;

  abstract get(key: string): Entry | undefined;
  /** Takes a changed entry as it is, or its removal. */
  abstract set(key: string, entry: Entry | undefined): void;
  /** Returns the best offer that sells one asset for another and is not hidden by what lies above. */
  abstract best(selling: AssetId, buying: AssetId, hidden: (key: string) => boolean): Offer | undefined;
  /** Returns the keys of offers that are or were of this account. */
  abstract offerKeys(seller: AccountId): Iterable<string>;
  /** Returns the keys of trust lines for pool shares that are or were of this account. */
  abstract poolLineKeys(owner: AccountId): Iterable<string>;

  /** Returns a persistent entry of a contract that was evicted. */
  abstract archived(key: string): Entry | undefined;
  /** Takes an entry out of the hot archive. */
  abstract unarchive(key: string): void;

  /** Writes an entry as modified in this ledger, and returns it as it stands now. */
  put<E extends Entry>(entry: E): E {
    const written = { ...entry, lastModified: this.ledger, xdr: undefined };
    this.set(entry.key, written);
    return written;
  }

  remove(entry: Entry): void {
    this.set(entry.key, undefined);
  }

  /** Returns the best offer that sells one asset for another. */
  bestOffer(selling: AssetId, buying: AssetId): Offer | undefined {
    return this.best(selling, buying, () => false);
  }

  account(id: AccountId): Account | undefined {
    const entry = this.get(accountKey(id));
    return entry?.kind === 'account' ? entry : undefined;
  }

  trustLine(owner: AccountId, asset: TrustedAsset): TrustLine | undefined {
    const entry = this.get(trustLineKey(owner, asset));
    return entry?.kind === 'trust_line' ? entry : undefined;
  }

  data(owner: AccountId, name: string): Data | undefined {
    const entry = this.get(dataKey(owner, name));
    return entry?.kind === 'data' ? entry : undefined;
  }

  offer(seller: AccountId, id: bigint): Offer | undefined {
    const entry = this.get(offerKey(id));
    return entry?.kind === 'offer' && entry.seller === seller ? entry : undefined;
  }

  claimableBalance(id: string): ClaimableBalance | undefined {
    const entry = this.get(claimableBalanceKey(id));
    return entry?.kind === 'claimable_balance' ? entry : undefined;
  }

  liquidityPool(id: string): LiquidityPool | undefined {
    const entry = this.get(poolKey(id));
    return entry?.kind === 'liquidity_pool' ? entry : undefined;
  }

  /** Returns the offers of an account that sell or buy an asset. */
  offersOf(seller: AccountId, asset: AssetId): Offer[] {
    return [...this.offerKeys(seller)].flatMap((key) => {
      const entry = this.get(key);
      return entry?.kind === 'offer' && (entry.selling === asset || entry.buying === asset) ? entry : [];
    });
  }

  /** Returns the trust lines of an account for shares of pools. */
  poolLines(owner: AccountId): TrustLine[] {
    return [...this.poolLineKeys(owner)].flatMap((key) => {
      const entry = this.get(key);
      return entry?.kind === 'trust_line' ? entry : [];
    });
  }
}

/** A layer: it sees the entries of what is below and keeps its own changes until `commit`. */
export class Layer extends State {
  readonly #entries = new Map<string, Entry | undefined>();
  readonly #below: State;
  #offers?: Set<string>;
  #poolLines?: Set<string>;
  #unarchived?: Set<string>;
  readonly ledger: number;
  idPool: bigint;

  constructor(below: State) {
    super();
    this.#below = below;
    this.ledger = below.ledger;
    this.idPool = below.idPool;
  }

  override get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry || this.#entries.has(key)) return entry;
    return this.#below.get(key);
  }

  override set(key: string, entry: Entry | undefined): void {
    this.#entries.set(key, entry);
    if (key.startsWith('offer/')) (this.#offers ??= new Set()).add(key);
    else if (key.startsWith('/pool/', 64)) (this.#poolLines ??= new Set()).add(key);
  }

  /** Returns this layer's changes against what is below, in the order in which entries were first touched. */
  changes(): Change[] {
    const changes: Change[] = [];
    for (const [key, after] of this.#entries) {
      const before = this.#below.get(key);
      if (before || after) changes.push({ before, after });
    }
    return changes;
  }

  /** Hands this layer's entries to what is below. */
  commit(): void {
    for (const key of this.#unarchived ?? []) this.#below.unarchive(key);
    for (const [key, entry] of this.#entries) this.#below.set(key, entry);
    this.#below.idPool = this.idPool;
  }

  override archived(key: string): Entry | undefined {
    return this.#unarchived?.has(key) ? undefined : this.#below.archived(key);
  }

  override unarchive(key: string): void {
    (this.#unarchived ??= new Set()).add(key);
  }

  override best(selling: AssetId, buying: AssetId, hidden: (key: string) => boolean): Offer | undefined {
    const offers = this.#offers;
    if (!offers) return this.#below.best(selling, buying, hidden);
    let found = this.#below.best(selling, buying, (key) => offers.has(key) || hidden(key));
    for (const key of offers) {
      const own = this.#entries.get(key);
      if (own?.kind !== 'offer' || own.selling !== selling || own.buying !== buying || hidden(key)) continue;
      if (!found || compareOffers(own, found) < 0) found = own;
    }
    return found;
  }

  override offerKeys(seller: AccountId): Iterable<string> {
    return union(
      this.#below.offerKeys(seller),
      this.#owned(this.#offers, (entry) => isOfferOf(entry, seller)),
    );
  }

  override poolLineKeys(owner: AccountId): Iterable<string> {
    return union(
      this.#below.poolLineKeys(owner),
      this.#owned(this.#poolLines, (entry) => isLineOf(entry, owner)),
    );
  }

  #owned(keys: Set<string> | undefined, fits: (entry: Entry) => boolean): string[] {
    return [...(keys ?? [])].filter((key) => {
      const entry = this.#entries.get(key);
      return entry !== undefined && fits(entry);
    });
  }
}

const union = (a: Iterable<string>, b: string[]) => (b.length ? new Set([...a, ...b]) : a);
const isOfferOf = (entry: Entry, seller: AccountId) => entry.kind === 'offer' && entry.seller === seller;
const isLineOf = (entry: Entry, owner: AccountId) => entry.kind === 'trust_line' && entry.owner === owner;
