/** What is wrong with a definition, with the queries in it, which DuckDB parses and binds, and with addresses of databases. */
import { PipelineError } from '../../core/errors.ts';
import { below, type Finding } from '../yaml/findings.ts';
import { validate, withErrors, type ValidateOptions, type Validation } from './validate.ts';

/** Validates a text with `read`, and checks the queries and addresses in it. It connects to no network. */
export async function validateWhole(
  yaml: string,
  options: ValidateOptions = {},
  read: (yaml: string, options: ValidateOptions) => Validation | Promise<Validation> = validate,
): Promise<Validation> {
  const found = await read(yaml, options);
  const errors: Finding[] = [];
  // One after the other: each query has a DuckDB of its own, and a definition may have thousands.
  for (const one of found.sound) errors.push(...(await findingOf(one)));
  return withErrors(found, errors);
}

type Sound = Validation['sound'][number];

async function findingOf(sound: Sound): Promise<Finding[]> {
  try {
    await look(sound);
    return [];
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    const field = String(error.fields['field']);
    const at = sound.given?.entries.get(field)?.value.at ?? sound.at;
    return [{ code: 'invalid_config', path: below(`${sound.path}.config`, field), message: error.message, ...at }];
  }
}

function look({ component, entry: { config } }: Sound): unknown {
  if (component?.kind !== 'processor') return component?.look?.(component.id, config);
  return component.bind?.({ config, passphrase: String(config['network_passphrase']) });
}
