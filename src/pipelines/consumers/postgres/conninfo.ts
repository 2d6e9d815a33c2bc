/** Addresses of a database in libpq's two forms: `postgres://` URLs and `key=value` texts. */

/** Returns the parameters of an address under libpq's names, such as `dbname`. Its errors do not contain the address. */
export function parseConninfo(address: string): Map<string, string> {
  return /^postgres(ql)?:\/\//.test(address) ? fromUrl(address) : fromPairs(address);
}

/** Returns the host that parameters name: a name, an address, or the folder of a socket. */
export function hostOfParameters(given: ReadonlyMap<string, string>): string {
  return given.get('host') || given.get('hostaddr') || 'localhost';
}

function fromUrl(address: string): Map<string, string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new Error('it is not a URL such as postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=require');
  const parts: [string, string][] = [
    ['host', url.hostname.replace(/^\[(.*)\]$/, '$1')],
    ['port', url.port],
    ['user', url.username],
    ['password', url.password],
    ['dbname', url.pathname.slice(1)],
  ];
  const given = parts.filter(([, value]) => value !== '').map(([name, value]) => [name, decode(value)] as const);
  return new Map([...given, ...url.searchParams]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('a % in it is not followed by two hex digits; write % as %25');
  }
}

/** Pairs of name and value: a value ends at a space, or is between single quotes; a backslash takes what follows as it is. */
const pair = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\[^])*)'|((?:[^\s'\\]|\\[^])*))(?=\s|$)/y;

function fromPairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  pair.lastIndex = 0;
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = pair.lastIndex) {
    const match = pair.exec(text);
    if (!match) throw new Error("it is neither a URL nor pairs such as host=HOST dbname=DATABASE password='…'");
    found.set(match[1], (match[2] ?? match[3]).replace(/\\([^])/g, '$1'));
  }
  return found;
}
