/** Keeps the offers of each asset pair sorted by price and age. */
import type { AssetId, Offer } from './entries.ts';

/** Offers of all pairs, each pair sorted by price, then by age. */
export class OrderBook {
  readonly #books = new Map<string, Offer[]>();

  /** Returns the offers that sell one asset for another, the best first. */
  offers(selling: AssetId, buying: AssetId): readonly Offer[] {
    return this.#books.get(pairOf(selling, buying)) ?? [];
  }

  add(offer: Offer): void {
    const pair = pairOf(offer.selling, offer.buying);
    const book = this.#books.get(pair);
    if (book) book.splice(placeOf(book, offer), 0, offer);
    else this.#books.set(pair, [offer]);
  }

  /** Puts an offer in the place of its former version; false, and nothing is changed, where that is not its place. */
  replace(before: Offer, after: Offer): boolean {
    const book = this.#books.get(pairOf(after.selling, after.buying));
    const isSamePlace = before.selling === after.selling && before.buying === after.buying;
    if (!book || !isSamePlace || compareOffers(before, after) !== 0) return false;
    book[placeOf(book, before)] = after;
    return true;
  }

  remove(offer: Offer): void {
    const pair = pairOf(offer.selling, offer.buying);
    const book = this.#books.get(pair);
    if (!book) return;
    book.splice(placeOf(book, offer), 1);
    if (book.length === 0) this.#books.delete(pair);
  }
}

/** Returns a negative number when the first offer is better: cheaper, or as cheap and older (stellar-core, `isBetterOffer`: as doubles). */
export function compareOffers(a: Offer, b: Offer): number {
  const difference = a.price.n / a.price.d - b.price.n / b.price.d;
  if (difference !== 0) return difference;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

// where the offer is, or would be
function placeOf(book: Offer[], offer: Offer): number {
  let low = 0;
  let high = book.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareOffers(book[middle], offer) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const pairOf = (selling: AssetId, buying: AssetId) => `${selling}>${buying}`;
