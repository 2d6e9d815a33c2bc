/** The APIs of this server: REST, pipelines, and one operation for each JSON-RPC method. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLoaded } from '../app/load.ts';
import { parameter, go, href } from '../app/router.ts';
import { network, server } from '../app/server.ts';
import { Content } from '../parts/states.tsx';
import { descriptionOf } from './described.ts';
import type { Description } from './openapi.ts';
import type { Swagger } from './operations.ts';

const apis = [
  { id: 'rest', title: 'REST', isServed: server.networks.length > 0 },
  { id: 'rpc', title: 'JSON-RPC', isServed: server.hasRpc },
  { id: 'pipelines', title: 'Pipelines', isServed: server.hasPipelines },
].filter(({ isServed }) => isServed);

export function Page() {
  const asked = parameter('api');
  const api = apis.some(({ id }) => id === asked) ? asked : apis[0].id;
  const [words, setWords] = useState('');
  // Swagger UI is loaded beside the description.
  const loaded = useLoaded(
    (signal) => Promise.all([descriptionOf(api, signal), import('./operations.ts')]),
    [api, network()],
  );
  return (
    <>
      <h1>API</h1>
      <div class="tools">
        <span class="choice" role="group" aria-label="API">
          {apis.map(({ id, title }) => (
            <button aria-pressed={api === id} onClick={() => go(href('/docs', { api: id }))}>
              {title}
            </button>
          ))}
        </span>
        <input
          type="search"
          aria-label="Filter by path or words"
          placeholder="Filter by path or words"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        {api !== 'rpc' && <a href={api === 'rest' ? '/openapi.json' : '/api/v1/flow/openapi.json'}>OpenAPI</a>}
      </div>
      <h2>{apis.find(({ id }) => id === api)!.title}</h2>
      <Content of={loaded} lines={20}>
        {([description, { showOperations }]) => (
          <Operations key={api} of={description} words={words} show={showOperations} />
        )}
      </Content>
    </>
  );
}

interface OperationsProps {
  of: Description;
  words: string;
  show: typeof import('./operations.ts').showOperations;
}

function Operations({ of: description, words, show }: OperationsProps) {
  const place = useRef<HTMLDivElement>(null);
  const swagger = useRef<Swagger>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!document.querySelector('link[href="/console/swagger.css"]')) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = '/console/swagger.css';
      document.head.append(link);
    }
    swagger.current = show(place.current!, description, () => setReady(true));
  }, [description]);
  useEffect(() => swagger.current?.layoutActions.updateFilter(words || true), [words, description]);
  return <div ref={place} class="swagger" aria-busy={!isReady} />;
}
