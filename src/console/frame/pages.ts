/** The pages: addresses, names, keys, and the modules that are loaded on demand. */
import type { ComponentType } from 'preact';
import type { PageProps } from '../app/page-props.ts';
import { server } from '../app/server.ts';

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
export const pages: readonly PageEntry[] = [
  { path: '/', title: 'Overview', letter: 'o', isServed: true, load: () => import('../overview/overview.tsx') },
  { path: '/search', title: 'Search', load: () => import('../search/search.tsx') },
  { path: '/tx/*', title: 'Transaction', load: () => import('../transaction/transaction.tsx') },
  { path: '/ledger/*', title: 'Ledger', load: () => import('../ledger/ledger.tsx') },
  { path: '/account/*', title: 'Account', load: () => import('../account/account.tsx') },
  { path: '/contract/*', title: 'Contract', load: () => import('../contract/contract.tsx') },
  { path: '/asset/*', title: 'Asset', load: () => import('../asset/asset.tsx') },
  { path: '/pool/*', title: 'Liquidity pool', load: () => import('../pool/pool.tsx') },
  { path: '/balance/*', title: 'Claimable balance', load: () => import('../balance/balance.tsx') },
  { path: '/sql', title: 'SQL', letter: 's', isServed: server.hasSql, load: () => import('../sql/sql.tsx') },
  {
    path: '/relations',
    title: 'Relations',
    letter: 'r',
    isServed: server.hasSql,
    load: () => import('../relations/relations.tsx'),
  },
  {
    path: '/pipelines',
    title: 'Pipelines',
    letter: 'p',
    isServed: server.hasPipelines,
    load: () => import('../pipelines/pipelines.tsx'),
  },
  { path: '/pipelines/*', title: 'Pipeline', load: () => import('../pipelines/pipeline.tsx') },
  { path: '/docs', title: 'API', letter: 'a', isServed: true, load: () => import('../reference/reference.tsx') },
  { path: '/relations/*/*', title: 'Relation', load: () => import('../relations/relations.tsx') },
];

/** Pages of the navigation; a server without the console has the page of the APIs alone. */
export const mainPages = pages.filter(
  ({ path, letter, isServed = hasLake }) => letter !== undefined && isServed && (server.hasConsole || path === '/docs'),
);

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
