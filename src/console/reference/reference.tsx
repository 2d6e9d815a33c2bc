/** The APIs of this server in Swagger UI: REST, pipelines, and one operation for each JSON-RPC method. */
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import { parameter, go, href } from '../app/router.ts';
import { network, server } from '../app/server.ts';
import { rpcDescription } from './rpc-description.ts';

const apis = [
  { id: 'rest', title: 'REST', isServed: server.networks.length > 0 },
  { id: 'rpc', title: 'JSON-RPC', isServed: server.hasRpc },
  { id: 'pipelines', title: 'Pipelines', isServed: server.hasPipelines },
].filter(({ isServed }) => isServed);

/** Returns what describes an API: an address, or the description itself. */
function descriptionOf(id: string): { url: string } | { spec: object } {
  if (id === 'rpc') return { spec: rpcDescription };
  return { url: id === 'pipelines' ? '/api/v1/flow/openapi.json' : `/lake/v1/${network()}/openapi.json` };
}

export function Page() {
  const api = parameter('api') || apis[0]?.id;
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!document.querySelector('link[href="/console/swagger.css"]')) {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = '/console/swagger.css';
      document.head.append(link);
    }
    if (api === undefined) return;
    setReady(false);
    SwaggerUI({
      ...descriptionOf(api),
      domNode: place.current,
      ...{ deepLinking: true, filter: true, docExpansion: 'none', tryItOutEnabled: true, validatorUrl: null },
      ...{ defaultModelsExpandDepth: -1, persistAuthorization: false, syntaxHighlight: false },
      onComplete: () => setReady(true),
    });
  }, [api]);
  return (
    <>
      <h1>API</h1>
      <div class="tools">
        <span class="choice" role="group" aria-label="API">
          {apis.map(({ id, title }) => (
            <button aria-pressed={api === id} onClick={() => go(href('/reference', { api: id }))}>
              {title}
            </button>
          ))}
        </span>
        <a href="/docs" target="_blank">
          All endpoints with example answers
        </a>
      </div>
      <div ref={place} class="swagger" aria-busy={!isReady} />
    </>
  );
}
