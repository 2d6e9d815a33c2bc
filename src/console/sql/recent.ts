/** The last statements, kept in this browser. */
const STORED = 'ledgerlake-statements';
const MOST = 20;
/** Longer statements do not fit an address. */
const LONGEST = 20_000;

/** Returns the last statements, the newest first. */
export function recentStatements(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((sql) => typeof sql === 'string') : [];
  } catch {
    return [];
  }
}

/** Puts a statement before the others. */
export function remember(sql: string): void {
  if (sql.length > LONGEST) return;
  const others = recentStatements().filter((other) => other !== sql);
  localStorage.setItem(STORED, JSON.stringify([sql, ...others].slice(0, MOST)));
}
