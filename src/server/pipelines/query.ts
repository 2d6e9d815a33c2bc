/** Parameters of queries; the first of a name counts. */
import { HttpFault } from './fault.ts';

/** Returns `limit`; more than the most there is becomes that. Throws HttpFault. */
export function limitOf(query: URLSearchParams, standard: number, most: number): number {
  const text = query.get('limit');
  if (text === null) return standard;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) {
    throw new HttpFault(400, `invalid limit: must be an integer between 1 and ${most}`);
  }
  return Math.min(Number(text), most);
}

/** Returns a parameter that is one of some words. Throws HttpFault. */
export function choiceOf<W extends string>(query: URLSearchParams, name: string, words: readonly W[]): W | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const found = words.find((word) => word === text);
  if (found === undefined) throw new HttpFault(400, `invalid ${name}: must be one of ${words.join(', ')}`);
  return found;
}
