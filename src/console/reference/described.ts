/** Descriptions of the APIs as the page shows them: each operation with a curl line and an example answer. */
import { keyHeaders, restPath, server } from '../app/server.ts';
import { curlLine } from '../parts/curl.ts';
import type { Description, Operation, Parameter } from './openapi.ts';
import { rpcDescription } from './rpc-description.ts';

/** Returns the description of an API: `rest`, `rpc` or `pipelines`. */
export async function descriptionOf(api: string, signal: AbortSignal): Promise<Description> {
  if (api === 'rpc') return described(rpcDescription, location.origin);
  const path = api === 'rest' ? '/openapi.json' : '/api/v1/flow/openapi.json';
  const answer = await fetch(path, { signal, headers: keyHeaders() });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  return described((await answer.json()) as Description, location.origin + (api === 'rest' ? restPath() : ''));
}

/** The page sends its own key, so no operation has a lock. Errors keep their meaning, and have no example. */
function described({ security: _, ...description }: Description, base: string): Description {
  const paths = Object.entries(description.paths).map(([path, methods]) => {
    const own = Object.entries(methods).map(([method, operation]) => {
      const line = curlLine(base + addressOf(path, operation.parameters), {
        method: method.toUpperCase(),
        body: Object.values(operation.requestBody?.content ?? {})[0]?.example,
        needsKey: server.needsKey && base !== location.origin,
      });
      const responses = Object.entries(operation.responses).map(([status, { content, ...response }]) => [
        status,
        /^[45]/.test(status) ? response : { ...response, content },
      ]);
      // Swagger UI reads `_` in the address of an operation as a blank.
      const operationId = operation.operationId?.replaceAll(/_+(.)/g, (_all, letter: string) => letter.toUpperCase());
      const text = `${operation.description ?? ''}\n\n    ${line.replaceAll('\n', '\n    ')}`;
      return [
        method,
        { ...operation, operationId, description: text, responses: Object.fromEntries(responses) as object },
      ] as const;
    });
    return [path, Object.fromEntries(own) as Record<string, Operation>] as const;
  });
  return { ...description, servers: [{ url: base }], paths: Object.fromEntries(paths) };
}

/** Returns the path with its examples in it; a parameter without one keeps its name. */
function addressOf(path: string, parameters: readonly Parameter[] = []): string {
  const given = parameters.filter(({ example }) => example !== undefined);
  let address = path.replace(/#.*/, '');
  for (const { name, example } of given) address = address.replace(`{${name}}`, encodeURIComponent(example!));
  const query = given.filter((parameter) => parameter.in === 'query').map(({ name, example }) => [name, example!]);
  return query.length === 0 ? address : `${address}?${String(new URLSearchParams(query))}`;
}
