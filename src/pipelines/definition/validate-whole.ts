/** What is wrong with a definition, with the queries in it, which DuckDB parses and binds, and with addresses of databases. */
import { PipelineError } from '../../core/errors.ts';
import { below, type Finding } from '../yaml/findings.ts';
import { validate, withErrors, type ValidateOptions, type Validation } from './validate.ts';

/** How long the validation of a definition may take. */
const MOST_MS = 20_000;

/** Reads a text; throws the signal's reason when it is aborted. */
type ReadDefinition = (yaml: string, options: ValidateOptions, signal: AbortSignal) => Validation | Promise<Validation>;

/**
 * Validates a text with `read`, and checks the queries and addresses in it. It connects to no network. After 20 s, or when
 * `signal` is aborted, the first query that is not checked has an error that says so, and the others have none.
 */
export async function validateWhole(
  yaml: string,
  options: ValidateOptions = {},
  read: ReadDefinition = validate,
  signal?: AbortSignal,
): Promise<Validation> {
  const deadline = AbortSignal.any([AbortSignal.timeout(MOST_MS), ...(signal ? [signal] : [])]);
  const found = await read(yaml, options, deadline);
  const errors: Finding[] = [];
  // One after the other: each query has a DuckDB of its own, and a definition may have thousands.
  for (const one of found.sound) {
    errors.push(...(await findingOf(one, deadline)));
    if (errors.at(-1)?.message === LATE) break;
  }
  return withErrors(found, errors);
}

type Sound = Validation['sound'][number];

async function findingOf(sound: Sound, deadline: AbortSignal): Promise<Finding[]> {
  try {
    await look(sound, deadline);
    return [];
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    const field = String(error.fields['field']);
    const at = sound.given?.entries.get(field)?.value.at ?? sound.at;
    const message = deadline.aborted && sound.component?.kind === 'processor' ? LATE : error.message;
    return [{ code: 'invalid_config', path: below(`${sound.path}.config`, field), message, ...at }];
  }
}

const LATE = `this query is not checked: the definition took longer than ${MOST_MS / 1000} s; use fewer or simpler queries`;

function look({ component, entry: { config } }: Sound, deadline: AbortSignal): unknown {
  if (component?.kind !== 'processor') return component?.look?.(component.id, config);
  return component.bind?.({ config, passphrase: String(config['network_passphrase']) }, deadline);
}
