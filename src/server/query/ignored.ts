/** Parameters and members of bodies that no endpoint reads. Answers name them: a mistyped filter would filter nothing. */
import type { Endpoint } from './endpoint.ts';
import { suggestion } from '../../core/similar.ts';

/** A client that sends thousands of names gets the first of them. */
const MOST_NAMED = 10;
const MOST_LETTERS = 60;

/** Returns a warning for each parameter of the query and each member of the body that the endpoint ignores. */
export function ignoredOf({ path, parameters, body }: Endpoint, query: URLSearchParams, posted: unknown): string[] {
  const inQuery = Object.keys(parameters).filter((name) => !path.includes(`{${name}}`));
  const warnings = [...ignoredParameters(inQuery, query)];
  const members = body && Object.keys((Reflect.get(body, 'properties') ?? {}) as object);
  if (members && typeof posted === 'object' && posted !== null && !Array.isArray(posted)) {
    const others = Object.keys(posted).filter((name) => !members.includes(name));
    warnings.push(...others.map((name) => warningOf(`member '${shown(name)}' of the body`, name, members)));
  }
  if (warnings.length <= MOST_NAMED) return warnings;
  return [...warnings.slice(0, MOST_NAMED), `${warnings.length - MOST_NAMED} more are ignored`];
}

function ignoredParameters(known: readonly string[], query: URLSearchParams): string[] {
  const names = [...new Set(query.keys())];
  return names.flatMap((name) => {
    if (!known.includes(name)) return [warningOf(`parameter '${shown(name)}'`, name, known)];
    const times = query.getAll(name).length;
    return times > 1 ? [`parameter '${name}' is given ${times} times: the first counts`] : [];
  });
}

function warningOf(what: string, name: string, known: readonly string[]): string {
  return `${what} is ignored${suggestion(name, known)}`;
}

function shown(name: string): string {
  return name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS)}…` : name;
}
