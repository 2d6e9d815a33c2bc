/** From method and path to an endpoint. */
import type { PipelineEndpoint } from './endpoint.ts';
import { HttpFault } from './fault.ts';

/** An endpoint, and the name in the path. */
export interface PipelineRoute {
  endpoint: PipelineEndpoint;
  name: string;
}

interface Router {
  /** Throws HttpFault where there is no such endpoint. A slash at the end of the path may be left out. */
  find(method: string, path: string): PipelineRoute;
  /** Returns the methods of a path, as `Allow` says them. */
  allowed(path: string): string;
}

/** Returns what finds endpoints. */
export function createPipelineRouter(endpoints: readonly PipelineEndpoint[]): Router {
  const paths = [...new Set(endpoints.map(({ path }) => path))].sort(plainFirst).map((path) => ({
    pattern: patternOf(path),
    own: endpoints.filter((endpoint) => endpoint.path === path),
  }));
  const at = (path: string) => {
    const asked = path.endsWith('/') ? path : `${path}/`;
    for (const { pattern, own } of paths) {
      const match = pattern.exec(asked);
      if (match) return { own, name: decoded(match[1] ?? '') };
    }
    return { own: [], name: '' };
  };
  return {
    find(method, path) {
      const { own, name } = at(path);
      if (own.length === 0) throw new HttpFault(404, 'not found');
      const endpoint = own.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
      if (!endpoint) throw new HttpFault(405, 'method not allowed', { Allow: allowedOf(own) });
      return { endpoint, name };
    },
    allowed: (path) => allowedOf(at(path).own),
  };
}

/** Fixed paths such as `apply` and `validate` come before `{uuid}`. */
function plainFirst(a: string, b: string): number {
  return Number(a.includes('{')) - Number(b.includes('{'));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace('{uuid}', '([^/]+)').replace('{path}', '(.+)')}$`);
}

function allowedOf(endpoints: readonly PipelineEndpoint[]): string {
  const methods = endpoints.map(({ method }) => method);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Each segment is decoded once; what cannot be decoded, or has a slash then, names nothing. */
function decoded(name: string): string {
  try {
    const segments = name.split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.includes('/')) ? '' : segments.join('/');
  } catch {
    return '';
  }
}
