/** The known name that a mistyped one was meant to be. */

/** Returns the name of the list that is nearest, if no more than a share of its letters differ. */
export function similarName(typed: string, known: Iterable<string>, share = 0.4): string | undefined {
  const word = typed.toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  for (const name of known) {
    const most = Math.max(word.length, name.length) * share;
    const edits = editsBetween(word, name.toLowerCase(), most);
    if (edits >= least || edits > most) continue;
    least = edits;
    best = name;
  }
  return best;
}

/** Returns ` (did you mean NAME?)` where a name is near or begins with what was typed, else an empty text. */
export function suggestion(typed: string, known: readonly string[]): string {
  const name = similarName(typed, known) ?? known.find((one) => typed !== '' && one.startsWith(typed.toLowerCase()));
  return name === undefined ? '' : ` (did you mean ${name}?)`;
}

/** Returns the Damerau-Levenshtein distance; Infinity if the lengths differ by more than `most`. */
export function editsBetween(a: string, b: string, most: number): number {
  // A word of a megabyte would be compared with all names for seconds.
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? beforeLast[j - 2] + 1 : Infinity;
      row.push(Math.min(replaced, last[j] + 1, row[j - 1] + 1, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
