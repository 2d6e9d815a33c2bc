/** What is wrong with a definition, with the queries in it, which DuckDB parses and binds, and with addresses of databases. */
import { PipelineError } from '../../errors.ts';
import { consumers } from '../consumers/index.ts';
import { processors } from '../processors/index.ts';
import type { Finding, Position } from './findings.ts';
import { readYaml, type Node } from './nodes.ts';
import { validate, type ValidateOptions, type Validation } from './validate.ts';

/** Returns what `validate` finds, and `invalid_config` for what no schema tells: a query that cannot be run, an address that cannot be used. No network is contacted. */
export async function validateWhole(yaml: string, options: ValidateOptions = {}): Promise<Validation> {
  const found = validate(yaml, options);
  if (!found.definition) return found;
  const { spec } = found.definition;
  const ofProcessors = spec.processors.map(({ type, config }, i) =>
    findingOf(['processors', i], yaml, () =>
      processors.get(type)?.bind?.({ config, passphrase: String(config['network_passphrase']) }),
    ),
  );
  const ofConsumers = spec.consumers.map(({ type, config }, i) =>
    findingOf(['consumers', i], yaml, () => consumers.get(type)?.look?.(type, config)),
  );
  const errors = (await Promise.all([...ofProcessors, ...ofConsumers])).flatMap((finding) => finding ?? []);
  return errors.length === 0 ? found : { ...found, errors, definition: undefined };
}

async function findingOf(
  [kind, i]: [kind: 'processors' | 'consumers', i: number],
  yaml: string,
  look: () => unknown,
): Promise<Finding | undefined> {
  try {
    await look();
    return undefined;
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    const field = String(error.fields['field']);
    const at = positionOf(readYaml(yaml), ['spec', kind, i, 'config', field]);
    return { code: 'invalid_config', path: `spec.${kind}[${i}].config.${field}`, message: error.message, ...at };
  }
}

/** Returns where a value stands, or what of its path there is. */
function positionOf(root: Node, path: readonly (string | number)[]): Position {
  let node = root;
  for (const key of path) {
    const next = node.kind === 'list' ? node.items[Number(key)] : undefined;
    const value = node.kind === 'map' ? node.entries.get(String(key))?.value : next;
    if (!value) break;
    node = value;
  }
  return node.at;
}
