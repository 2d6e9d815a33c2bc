/** The pages: addresses, names, keys, and the modules that are loaded on demand. */
import type { ComponentType } from 'preact';
import { server } from './server.ts';

/** What a page gets: the parts of its address that stand for `*`. */
export interface PageProps {
  parts: string[];
}

/** A page of the console. */
export interface PageEntry {
  /** Segments of its address; `*` is any segment. */
  path: string;
  title: string;
  /** The letter that opens it after `g`; pages without one are not in the navigation. */
  letter?: string;
  /** False hides a page that this server cannot serve. */
  isServed?: boolean;
  load(): Promise<{ Page: ComponentType<PageProps> }>;
}

const hasLake = server.networks.length > 0;

/** Every page, in the order of the navigation. */
export const pages: readonly PageEntry[] = [{ path: '/', title: 'Start', load: () => import('../start/start.tsx') }];

/** Pages of the navigation. */
export const mainPages = pages.filter(({ letter, isServed = hasLake }) => letter !== undefined && isServed);

/** Returns the page of a path, and the parts that stand for `*`. */
export function pageOf(pathname: string): { page?: PageEntry; parts: string[] } {
  const own = pathname.split('/').filter(Boolean);
  for (const page of pages) {
    const wanted = page.path.split('/').filter(Boolean);
    if (wanted.length !== own.length) continue;
    if (!wanted.every((segment, i) => segment === '*' || segment === own[i])) continue;
    return { page, parts: own.filter((_, i) => wanted[i] === '*').map(decode) };
  }
  return { parts: [] };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
