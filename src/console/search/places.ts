/** What a text of the search box names. */
import { QueryApiError } from '../../client/client.ts';
import { rest } from '../app/server.ts';
import { addressPath, assetPath } from '../parts/names.tsx';

/** Returns the path of the page that the form of a text names by itself. */
export function placeOfForm(text: string): string | undefined {
  const address = addressPath(text.toUpperCase());
  if (address !== undefined) return address;
  if (/^\d{1,10}$/.test(text)) return `/ledger/${Number(text)}`;
  if (/^(?:xlm|native)$/i.test(text)) return assetPath({ code: 'XLM' });
  const [, code, issuer] = /^([A-Za-z0-9]{1,12})[:-](G[A-Z2-7]{55})$/.exec(text) ?? [];
  if (code !== undefined) return assetPath({ code, issuer });
  if (/^0{8}[0-9a-f]{64}$/i.test(text)) return `/balance/${text.toLowerCase()}`;
  return undefined;
}

/** Returns the path of the transaction or pool with this hash; undefined if the lake has neither. */
export async function placeOfHash(text: string, signal: AbortSignal): Promise<string | undefined> {
  if (!/^[0-9a-f]{64}$/i.test(text)) return undefined;
  const hash = text.toLowerCase();
  const { data } = await rest().get('/api/v1/silver/search', { q: hash, type: 'transaction' }, { signal });
  if (data.length > 0) return `/tx/${data[0].id}`;
  try {
    await rest().get('/api/v1/silver/liquidity-pools/{id}', { id: hash }, { signal });
    return `/pool/${hash}`;
  } catch (error) {
    if (error instanceof QueryApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the path of the page of a match. */
export function placeOfMatch({ type, id }: { type: string; id: string }): string | undefined {
  if (type === 'transaction') return `/tx/${id}`;
  if (type === 'ledger') return `/ledger/${id}`;
  if (type === 'asset') return `/asset/${encodeURIComponent(id)}`;
  return addressPath(id);
}
