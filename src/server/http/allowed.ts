/** Who may ask: pages by their origin, and by which names of the server. */
import type { IncomingHttpHeaders } from 'node:http';

/** What is allowed; an empty list allows all, as stellar-rpc does. */
export interface Allowed {
  /** Origins such as `https://app.example`. A request without one comes from no page, and is answered. */
  origins: readonly string[];
  /** Names such as `localhost`, with a port or for every port. */
  hosts: readonly string[];
}

/** Returns why a request is not answered, undefined when it is. */
export function refusalOf({ host = '', origin }: IncomingHttpHeaders, { origins, hosts }: Allowed): string | undefined {
  if (hosts.length > 0 && !isListed(hosts, host) && !isListed(hosts, host.replace(/:\d*$/, ''))) {
    return 'host not allowed';
  }
  if (origin !== undefined && origins.length > 0 && !isListed(origins, origin)) return 'origin not allowed';
  return undefined;
}

/**
 * Returns why a request to a room without keys is not answered, undefined when it is. A page whose own name leads to this machine
 * (DNS rebinding) may not ask. Where `needsOwnOrigin` is set, no page of another origin may: it would act in the name of whoever shows it.
 */
export function refusalWithoutKeys(
  { host = '', origin }: IncomingHttpHeaders,
  { needsOwnOrigin }: { needsOwnOrigin: boolean },
): string | undefined {
  if (!/^(localhost|127(\.\d+){3}|\[::1\]|)(:\d+)?$/i.test(host)) return 'host not allowed';
  if (needsOwnOrigin && origin !== undefined && origin !== `http://${host}`) return 'origin not allowed';
  return undefined;
}

function isListed(list: readonly string[], name: string): boolean {
  return list.some((one) => one === '*' || one.toLowerCase() === name.toLowerCase());
}
