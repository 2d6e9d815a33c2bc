/** The frame of the console: navigation, search box, keyboard, the page of the address. */
import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';
import { Badge } from '../parts/badge.tsx';
import { plotLibrary } from '../parts/chart.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Help } from './help.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { useKeyboard } from './keyboard.ts';
import { mainPages, pageOf, type PageEntry } from './pages.ts';
import type { PageProps } from '../app/page-props.ts';
import { go, href, useAddress } from '../app/router.ts';
import { network, server } from '../app/server.ts';
import { showTheme, switchTheme, theme } from '../app/theme.ts';

showTheme();

export function App() {
  const address = useAddress();
  const { page, parts } = pageOf(location.pathname);
  const search = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeyboard({ search, onHelp: () => setHelpOpen(true) });
  useEffect(() => {
    document.title = page ? `${[...parts, page.title].join(' · ')} · ledgerlake` : 'ledgerlake';
  }, [address]);
  return (
    <>
      <a class="skip" href="#page">
        Skip to the page
      </a>
      <header class="bar">
        <a class="brand" href={href('/')}>
          ledgerlake
        </a>
        <nav aria-label="Pages">
          {mainPages.map(({ path, title }) => (
            <a href={href(path)} aria-current={isCurrent(path) ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        {server.hasConsole && server.networks.length > 0 && <SearchBox input={search} />}
        <NetworkChoice />
        <ThemeSwitch />
        <button class="quiet" aria-label="Help" title="Help (?)" onClick={() => setHelpOpen(true)}>
          ?
        </button>
      </header>
      <main id="page" tabIndex={-1}>
        {page ? <Shown key={`${page.path} ${network()}`} page={page} parts={parts} /> : <NoPage />}
      </main>
      <KeyDialog />
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
    </>
  );
}

const isCurrent = (path: string) =>
  path === '/' ? location.pathname === '/' : `${location.pathname}/`.startsWith(`${path}/`);

/** A page, once its module is there; an error of a page leaves the frame as it is. */
function Shown({ page, parts }: { page: PageEntry; parts: string[] }) {
  const [module, setModule] = useState<{ Page?: ComponentType<PageProps> }>(page);
  const [fault, setFault] = useState<unknown>();
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    if (page.hasCharts) plotLibrary().catch(() => undefined);
    page.load?.().then(setModule, setFault);
  }, [page]);
  if (fault !== undefined)
    return (
      <Failure
        error="This page cannot be loaded: the server is gone, or is another version."
        onRetry={() => location.reload()}
      />
    );
  if (error !== undefined) return <Failure error={error} onRetry={reset} />;
  return module.Page ? <module.Page parts={parts} /> : <Loading lines={12} />;
}

const NoPage = () => (
  <>
    <h1>No such page</h1>
    <p>
      The console has no page at <code>{location.pathname}</code>. <a href={href('/')}>Start again</a>
    </p>
  </>
);

function SearchBox({ input }: { input: { current: HTMLInputElement | null } }) {
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.current!.value.trim();
    if (text !== '') go(href('/search', { q: text }));
  };
  return (
    <form class="search" role="search" onSubmit={submit}>
      <input
        ref={input}
        type="search"
        aria-label="Search"
        placeholder="Account, contract, asset, hash, ledger  ( / )"
        autocomplete="off"
        spellcheck={false}
      />
    </form>
  );
}

function NetworkChoice() {
  if (server.networks.length < 2) return <Badge>{server.networks[0] ?? 'no lake'}</Badge>;
  const choose = (event: Event) => {
    const url = new URL(location.href);
    url.searchParams.set('network', (event.currentTarget as HTMLSelectElement).value);
    go(url.pathname + url.search);
  };
  return (
    <select aria-label="Network" value={network()} onChange={choose}>
      {server.networks.map((name) => (
        <option>{name}</option>
      ))}
    </select>
  );
}

function ThemeSwitch() {
  const [shown, setShown] = useState(theme());
  const other = shown === 'dark' ? 'light' : 'dark';
  const change = () => {
    switchTheme();
    setShown(theme());
  };
  return (
    <button class="quiet" aria-label={`Use the ${other} theme`} title={`Use the ${other} theme`} onClick={change}>
      {other === 'dark' ? '☾' : '☀'}
    </button>
  );
}
