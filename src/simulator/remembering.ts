/**
 * Returns a function that makes a value of a text once and then returns the same one. It forgets all it knows when that is `limit`
 * values, so that memory does not grow with the ledgers.
 */
export function remembering<V>(make: (text: string) => V, limit = 20_000): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size >= limit) known.clear();
    known.set(text, made);
    return made;
  };
}
