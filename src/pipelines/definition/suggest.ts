/** What a name was meant to be (A13): letters without case, hyphens and underscores. */
import { editsBetween } from '../../similar.ts';

const MOST_EDITS = 3;

/** Returns the nearest of the permitted names, if it is near enough. */
export function nearest(given: string, permitted: Iterable<string>): string | undefined {
  const word = bare(given);
  let best: string | undefined;
  let least = Infinity;
  for (const name of permitted) {
    const most = Math.min(MOST_EDITS, name.length / 2);
    const edits = editsBetween(word, bare(name), most);
    if (edits >= least || edits > most) continue;
    least = edits;
    best = name;
  }
  return best;
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
