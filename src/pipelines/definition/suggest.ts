/** Suggests the nearest known name, or one that begins with what was written: case, hyphens and underscores are ignored. */
import { editsBetween } from '../../core/similar.ts';

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
  return best ?? beginning(word, permitted);
}

/** Fewer letters begin too much. */
const LEAST_LETTERS = 3;

/** Returns the shortest of the names that the word begins, else the longest that begins the word. */
function beginning(word: string, permitted: Iterable<string>): string | undefined {
  const names = [...permitted].filter((name) => Math.min(word.length, bare(name).length) >= LEAST_LETTERS);
  const byLength = names.sort((a, b) => a.length - b.length);
  return (
    byLength.find((name) => bare(name).startsWith(word)) ?? byLength.findLast((name) => word.startsWith(bare(name)))
  );
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}
