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

function isListed(list: readonly string[], name: string): boolean {
  return list.some((one) => one === '*' || one.toLowerCase() === name.toLowerCase());
}
