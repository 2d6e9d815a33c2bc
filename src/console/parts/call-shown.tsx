/** “Show the call”: the request behind a panel as a curl line, and the SQL that gives the same rows. */
import { useState } from 'preact/hooks';
import { useLoaded } from '../app/load.ts';
import { href } from '../app/router.ts';
import { rest, restPath, server } from '../app/server.ts';
import { curlLine } from './curl.ts';
import { Content, Empty } from './states.tsx';

const FLOW = '/api/v1/flow';

interface CallShownProps {
  /** Path below the network, with its query, such as `/api/v1/silver/ledgers?limit=5`; or a whole path. */
  path?: string;
  method?: string;
  /** What is sent, as JSON. */
  body?: unknown;
  /** SQL that gives the rows of the panel. */
  sql?: string;
}

export function CallShown({ path, method = 'GET', body, sql }: CallShownProps) {
  const isExplained = sql === undefined && method === 'GET' && path?.startsWith('/api/v1/') && !path.startsWith(FLOW);
  return (
    <div class="calls">
      {path !== undefined && (
        <details>
          <summary>Show the call</summary>
          <Copied text={curlLine(wholeUrl(path), { method, body, needsKey: server.needsKey })} />
        </details>
      )}
      {sql !== undefined && (
        <details>
          <summary>Show the SQL</summary>
          <Statement sql={sql} />
        </details>
      )}
      {isExplained && <Explained path={path!} />}
    </div>
  );
}

const wholeUrl = (path: string) => location.origin + (path.startsWith(FLOW) || path === '/' ? path : restPath() + path);

/** The SQL that the server ran for an answer: asked for when it is opened. */
function Explained({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show the SQL</summary>
      {isOpen && <Statements path={path} />}
    </details>
  );
}

function Statements({ path }: { path: string }) {
  const loaded = useLoaded(
    async (signal) => {
      const explained = `${path}${path.includes('?') ? '&' : '?'}explain=true`;
      const { _meta } = await rest().get(explained as '/api/v1/silver/accounts', {}, { signal });
      return _meta.explain ?? [];
    },
    [path],
  );
  return (
    <Content of={loaded}>
      {(found) =>
        found.length === 0 ? (
          <Empty>This answer comes from indexes; no SQL ran.</Empty>
        ) : (
          found.map(({ sql }) => <Statement sql={sql} />)
        )
      }
    </Content>
  );
}

const Statement = ({ sql }: { sql: string }) => (
  <>
    <Copied text={sql} />
    {server.hasSql && <a href={href('/sql', { q: sql })}>Open in the editor</a>}
  </>
);

/** A text with a button that copies it. */
export function Copied({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <div class="copied">
      <pre tabIndex={0}>{text}</pre>
      <button class="quiet" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
