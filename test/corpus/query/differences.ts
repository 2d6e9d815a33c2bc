/** Cases that do not hold, by their names, with the reason; and those whose endpoint is not there yet. */
import type { Case } from './cases.ts';

const reasons: readonly (readonly [RegExp, string])[] = [
  [/general:OPTIONS without key$/, 'amendment A-59 names POST only where a POST endpoint is on, and there is none'],
  [/:5:with contract tokens$/, 'amendment A-14 gives contract tokens their balance_raw'],
  [/^pubnet-p26\.9\.details-6$/, 'the expected limit went through a double: the trust line has 922337203685.4775807'],
  [/:14:CDJQXBQO XCR$/, 'of the asset only a trust line is known, which silver.token_registry does not look at'],
  [/\.10\./, 'counts of the footprint are in no relation'],
];

/** Returns why a case does not hold; undefined where it does. */
export function reasonOf(name: string): string | undefined {
  return reasons.find(([pattern]) => pattern.test(name))?.[1];
}

const left: (number | string)[] = [19, 23, 24, 25];

/** Whether the endpoint of a case is not there yet. */
export function isLeft({ endpoint }: Case): boolean {
  return left.includes(endpoint) || String(endpoint).startsWith('/');
}
