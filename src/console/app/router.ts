/** Addresses of the console: real paths, kept by reload, back and forward. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { server } from './server.ts';

/** Returns the address of a page on the network in use; empty parameters are left out. */
export function href(path: string, parameters: Record<string, string | undefined> = {}): string {
  const query = new URLSearchParams();
  const named = new URLSearchParams(location.search).get('network');
  if (named !== null && named !== server.networks[0]) query.set('network', named);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') query.set(name, value);
  return query.size === 0 ? path : `${path}?${String(query)}`;
}

/** Opens an address of the console; `replace` leaves no entry in the history. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else if (to !== location.pathname + location.search + location.hash) history.pushState(null, '', to);
  dispatchEvent(new Event('ledgerlake:address'));
}

/** Returns a parameter of the address. */
export const parameter = (name: string): string => new URLSearchParams(location.search).get(name) ?? '';

/** Returns the address, and renders anew when it changes. */
export function useAddress(): string {
  const [address, setAddress] = useState(location.pathname + location.search);
  useLayoutEffect(() => {
    const read = () => setAddress(location.pathname + location.search);
    const events = ['popstate', 'ledgerlake:address'];
    for (const name of events) addEventListener(name, read);
    document.addEventListener('click', follow);
    return () => {
      for (const name of events) removeEventListener(name, read);
      document.removeEventListener('click', follow);
    };
  }, []);
  return address;
}

/** Links within the console change the page without a request for it. */
function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target !== '' || link.download !== '') return;
  if (link.getAttribute('href')!.startsWith('#') || link.pathname.endsWith('/openapi.json')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
  scrollTo(0, 0);
}
