/** Links to what has a page: accounts, contracts, assets, pools, claimable balances, transactions, ledgers. */
import { href } from '../app/router.ts';
import { cut, grouped, Key } from './text.tsx';

const pagesOf: Readonly<Record<string, string>> = {
  G: 'account',
  M: 'account',
  C: 'contract',
  L: 'pool',
  B: 'balance',
};

/** Returns the path of the page of an address; undefined for texts that are none. */
export function addressPath(id: string): string | undefined {
  const page = /^[A-Z2-7]{56,69}$/.test(id) ? pagesOf[id[0]] : undefined;
  return page && `/${page}/${id}`;
}

/** An address, cut in the middle, with a link to its page. */
export function Address({ id }: { id?: string }) {
  return id === undefined ? <>–</> : <Key text={id} to={addressPath(id)} />;
}

/** The hash of a transaction, cut, with a link to its page. */
export const TransactionLink = ({ hash }: { hash: string }) => <Key text={hash} to={`/tx/${hash}`} />;

/** The number of a ledger with a link to its page. */
export const LedgerLink = ({ sequence }: { sequence: number }) => (
  <a href={href(`/ledger/${sequence}`)}>{grouped(sequence)}</a>
);

/** An asset as the API has it. */
export interface AssetName {
  code?: string;
  issuer?: string;
}

/** Returns the name of an asset in addresses: `XLM` or `CODE:ISSUER`. */
export const slugOf = ({ code = 'XLM', issuer }: AssetName): string => (issuer ? `${code}:${issuer}` : code);

/** Returns the path of the page of an asset. */
export const assetPath = (asset: AssetName): string => `/asset/${encodeURIComponent(slugOf(asset))}`;

/** An asset with a link to its page. Codes are texts of the ledger: they can be anything. */
export function AssetLink(asset: AssetName) {
  const { code = 'XLM', issuer } = asset;
  return (
    <a class="value" href={href(assetPath(asset))} title={slugOf(asset)}>
      {cut(code, 12)}
      {issuer && <small> {cut(issuer, 3)}</small>}
    </a>
  );
}

/** An asset by its key: `native`, `CODE:ISSUER`, or the contract of a token. */
export function AssetOfKey({ of: key, name }: { of: string; name?: string }) {
  if (addressPath(key) !== undefined)
    return name === undefined || name === key ? <Address id={key} /> : <Named name={name} id={key} />;
  const [code, issuer] = key.split(':');
  if (key === 'native') return <AssetLink />;
  return issuer ? <AssetLink code={code} issuer={issuer} /> : <span class="value">{cut(key, 8)}</span>;
}

const Named = ({ name, id }: { name: string; id: string }) => (
  <a class="value" href={href(addressPath(id)!)} title={id}>
    {cut(name, 12)} <small>{cut(id, 3)}</small>
  </a>
);

/** An amount with its digits in groups; a dash where it is unknown. */
export const Amount = ({ of: value }: { of?: string | number }) => <>{value === undefined ? '–' : grouped(value)}</>;
