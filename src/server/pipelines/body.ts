/** What comes with a request, as text. */
import type { Finding } from '../../pipelines/yaml/findings.ts';
import { messageOf } from '../../core/system-errors.ts';
import { parseJsonBody } from '../http/json-body.ts';
import type { PipelineRequest } from './endpoint.ts';
import { HttpFault } from './fault.ts';

const notText: Finding = { code: 'yaml_syntax', path: '', message: 'the body is not UTF-8' };

/** Returns the definition of a body; JSON is YAML but for its tabs. Throws HttpFault. */
export function yamlOf({ body, type }: Pick<PipelineRequest, 'body' | 'type'>): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    // Within the texts of JSON a tab is written otherwise.
    return type === 'application/json' ? text.replaceAll('\t', ' ') : text;
  } catch {
    throw new HttpFault(400, `invalid YAML: ${notText.message}`, {}, [notText]);
  }
}

/** Returns the members of a body that is a JSON object. Throws HttpFault. */
export function bodyMembers({ body }: Pick<PipelineRequest, 'body'>): ReadonlyMap<string, unknown> {
  const what = 'a JSON object';
  try {
    const data = parseJsonBody(body, what);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return new Map(Object.entries(data));
  } catch (error) {
    throw new HttpFault(400, messageOf(error));
  }
  throw new HttpFault(400, `invalid body: must be ${what}`);
}
