/** From a path to an endpoint: whole paths first, then those with parameters. */
import type { Endpoint } from './endpoint.ts';

/** An endpoint with the parameters of its path, decoded. */
export interface Route {
  endpoint: Endpoint;
  parameters: Map<string, string>;
}

export type Router = (path: string) => Route | undefined;

/** Returns what finds endpoints by the path below the base address. */
export function createRouter(endpoints: readonly Endpoint[]): Router {
  const plain = new Map(endpoints.filter(({ path }) => !path.includes('{')).map((each) => [each.path, each]));
  const patterns = endpoints
    .filter(({ path }) => path.includes('{'))
    .map((each) => ({ each, pattern: patternOf(each) }));
  return (path) => {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
    const whole = plain.get(trimmed);
    if (whole) return { endpoint: whole, parameters: new Map() };
    for (const { each, pattern } of patterns) {
      const groups = pattern.exec(trimmed)?.groups;
      if (groups) return { endpoint: each, parameters: new Map(Object.entries(groups).map(decoded)) };
    }
    return undefined;
  };
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

/** What cannot be decoded is taken as it is: it is no value of any parameter. */
function decoded([name, value]: [string, string]): [string, string] {
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return [name, value];
  }
}
