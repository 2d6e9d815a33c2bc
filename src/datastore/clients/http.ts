/** A plain HTTPS mirror of a store: objects under a URL, and no listing. */
import type { Bucket } from '../bucket.ts';
import { bodyOf, metadataOf, rangeHeaders, request } from '../transfer/request.ts';
import { keepSecret, redact } from '../transfer/redact.ts';

export interface HttpSpec {
  url: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
}

/** Returns the mirror at a URL; nothing is sent before the first call. A user and password in the URL become a header. */
export function httpBucket({ url, headers: given = {} }: HttpSpec): Bucket {
  const base = new URL(url);
  const { username, password } = base;
  const headers = { ...given };
  if (username || password) {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    keepSecret(decodeURIComponent(password));
    base.username = base.password = '';
  }
  for (const value of Object.values(headers)) keepSecret(value);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  // eslint-disable-next-line local/linear-expressions -- an address in the configuration of a store
  const name = redact(`${base.origin}${base.pathname}`).replace(/\/+$/, '');
  const urlOf = (key: string) => {
    const at = new URL(key.split('/').map(encodeURIComponent).join('/'), base);
    at.search = base.search;
    return at;
  };
  return {
    name,
    requesterPays: false,
    async open(key, { offset, end, version, signal }) {
      const ifSame: Record<string, string> =
        offset > 0 && version && !version.startsWith('W/') ? { 'if-range': version } : {};
      const range = rangeHeaders(offset, end);
      return bodyOf(await request({ url: urlOf(key), headers: { ...headers, ...range, ...ifSame }, signal }));
    },
    async head(key, { signal } = {}) {
      return metadataOf(await request({ url: urlOf(key), method: 'HEAD', headers, signal }));
    },
    advice({ kind, status }) {
      if (kind === 'denied' && Object.keys(headers).length === 0) {
        return `the mirror wants credentials (${status}): give them as header_Authorization in a configuration file`;
      }
      return kind === 'denied' ? 'the mirror does not take these credentials' : undefined;
    },
    close: () => undefined,
  };
}
