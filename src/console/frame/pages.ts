/** The pages: addresses, names, keys. Pages with libraries of their own are loaded on demand. */
import type { ComponentType } from 'preact';
import type { PageProps } from '../app/page-props.ts';
import { server } from '../app/server.ts';
import { Page as Account } from '../account/account.tsx';
import { Page as Asset } from '../asset/asset.tsx';
import { Page as Balance } from '../balance/balance.tsx';
import { Page as Contract } from '../contract/contract.tsx';
import { Page as Ledger } from '../ledger/ledger.tsx';
import { Page as Overview } from '../overview/overview.tsx';
import { Page as Pool } from '../pool/pool.tsx';
import { Page as Search } from '../search/search.tsx';
import { Page as Transaction } from '../transaction/transaction.tsx';

/** A page of the console. */
export interface PageEntry {
  /** Segments of its address; `*` is any segment. */
  path: string;
  title: string;
  /** The letter that opens it after `g`; pages without one are not in the navigation. */
  letter?: string;
  /** False hides a page that this server cannot serve. */
  isServed?: boolean;
  /** A page that needs no library is here from the start. */
  Page?: ComponentType<PageProps>;
  load?(): Promise<{ Page: ComponentType<PageProps> }>;
  /** True if the library of charts is loaded with the page. */
  hasCharts?: boolean;
}

const hasLake = server.networks.length > 0;
const relations = () => import('../relations/relations.tsx');

/** Every page, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  { path: '/', title: 'Overview', letter: 'o', isServed: true, Page: Overview, hasCharts: true },
  { path: '/search', title: 'Search', Page: Search },
  { path: '/tx/*', title: 'Transaction', Page: Transaction },
  { path: '/ledger/*', title: 'Ledger', Page: Ledger, hasCharts: true },
  { path: '/account/*', title: 'Account', Page: Account, hasCharts: true },
  { path: '/contract/*', title: 'Contract', Page: Contract, hasCharts: true },
  { path: '/asset/*', title: 'Asset', Page: Asset, hasCharts: true },
  { path: '/pool/*', title: 'Liquidity pool', Page: Pool, hasCharts: true },
  { path: '/balance/*', title: 'Claimable balance', Page: Balance },
  { path: '/sql', title: 'SQL', letter: 's', isServed: server.hasSql, load: () => import('../sql/sql.tsx') },
  { path: '/relations', title: 'Relations', letter: 'r', isServed: server.hasSql, load: relations },
  {
    path: '/pipelines',
    title: 'Pipelines',
    letter: 'p',
    isServed: server.hasPipelines,
    load: () => import('../pipelines/pipelines.tsx'),
  },
  { path: '/pipelines/*', title: 'Pipeline', load: () => import('../pipelines/pipeline.tsx') },
  { path: '/docs', title: 'API', letter: 'a', isServed: true, load: () => import('../reference/reference.tsx') },
  { path: '/relations/*/*', title: 'Relation', load: relations },
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
