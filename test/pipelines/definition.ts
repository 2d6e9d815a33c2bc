/** Definitions for tests, from what differs between them. */
import { validate } from '../../src/pipelines/definition/validate.ts';
import type { Definition } from '../../src/pipelines/definition/definition.ts';

interface Given {
  name?: string;
  start?: string;
  end?: string;
  processors?: object[];
  consumers: object[];
}

/** Returns a definition that is valid, with its defaults. */
export function definitionOf({ name = 'test', start = '2', end, processors, consumers }: Given): Definition {
  const spec = {
    network: 'testnet',
    startLedger: start,
    ...(end !== undefined && { endLedger: end }),
    processors: processors ?? [{ type: 'contract_event' }],
    consumers,
  };
  const resource = { apiVersion: 'flow.obsrvr.com/v1', kind: 'Pipeline', metadata: { name }, spec };
  const { definition, errors } = validate(JSON.stringify(resource));
  if (!definition) throw new Error(errors.map(({ message }) => message).join('; '));
  return definition;
}
