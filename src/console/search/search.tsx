/** Opens the page of what the search box names, or lists what is like it. */
import { useEffect } from 'preact/hooks';
import { useLoaded } from '../app/load.ts';
import { go, href, parameter } from '../app/router.ts';
import { rest } from '../app/server.ts';
import { CallShown } from '../parts/call-shown.tsx';
import { Panel } from '../parts/panel.tsx';
import { Content } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Value } from '../parts/value.tsx';
import { placeOfForm, placeOfHash, placeOfMatch } from './places.ts';

const PATH = '/api/v1/silver/search';
const LIMIT = 50;

export function Page() {
  const text = parameter('q').trim();
  const loaded = useLoaded((signal) => find(text, signal), [text]);
  const { place } = loaded.value ?? {};
  useEffect(() => {
    if (place !== undefined) go(href(place), { replace: true });
  }, [place]);
  return (
    <>
      <h1>Search</h1>
      {text === '' ? (
        <Searchable />
      ) : (
        <Panel title="Matches" meta={loaded.value?.meta} foot={<CallShown path={`${PATH}?${query(text)}`} />}>
          <p>
            Searched for: <Value text={text} />
          </p>
          <Content of={loaded} lines={6}>
            {({ matches }) => (matches.length === 0 ? <Searchable isUnknown /> : <Matches of={matches} />)}
          </Content>
        </Panel>
      )}
    </>
  );
}

interface Match {
  type: string;
  id: string;
  label: string;
}

async function find(text: string, signal: AbortSignal) {
  const place = placeOfForm(text) ?? (await placeOfHash(text, signal));
  if (place !== undefined || text === '') return { place, matches: [] };
  const { data, _meta } = await rest().get(PATH, { q: text.slice(0, 200), limit: LIMIT }, { signal });
  return { matches: data as Match[], meta: _meta };
}

const query = (text: string) => String(new URLSearchParams({ q: text.slice(0, 200), limit: String(LIMIT) }));

function Matches({ of: matches }: { of: readonly Match[] }) {
  const link = (match: Match) => {
    const place = placeOfMatch(match);
    const shown = <Value text={match.label} most={60} />;
    return place === undefined ? shown : <a href={href(place)}>{shown}</a>;
  };
  return (
    <Table
      label="Matches"
      rows={matches}
      columns={[
        { title: 'Kind', cell: ({ type }) => type },
        { title: 'Name', cell: link },
        { title: 'Id', cell: ({ id }) => <Value text={id} /> },
      ]}
    />
  );
}

const kinds: [string, string][] = [
  ['an account', 'G… or M…, or its first characters'],
  ['a contract', 'C…, or its first characters'],
  ['an asset', 'XLM, CODE:ISSUER, or the first letters of a code'],
  ['a transaction', 'its hash: 64 hexadecimal digits'],
  ['a ledger', 'its number'],
  ['a claimable balance', 'B…, or its id: 72 hexadecimal digits'],
  ['a liquidity pool', 'L…, or its id: 64 hexadecimal digits'],
];

const Searchable = ({ isUnknown = false }: { isUnknown?: boolean }) => (
  <>
    <p>{isUnknown ? 'The lake has nothing of this name. ' : ''}You can search for:</p>
    <dl class="fields">
      {kinds.map(([kind, form]) => (
        <div key={kind}>
          <dt>{kind}</dt>
          <dd>{form}</dd>
        </div>
      ))}
    </dl>
  </>
);
