/** Which hosted consumers will write to their server, and which to a DuckDB file (contract 11.5). */
import { consumers } from '../consumers/index.ts';
import { messageOf } from '../../system-errors.ts';
import type { Definition } from '../definition/definition.ts';
import type { Finding } from '../definition/findings.ts';
import type { Placeholder } from '../definition/placeholders.ts';
import { modeOf } from '../run/mode.ts';
import type { NativeSinks } from '../run/options.ts';
import { cutOff, isBound } from '../run/open-sinks.ts';
import { duckdbFileOf, pipelineFolder } from '../run/places.ts';
import { resolved } from '../run/resolved.ts';
import { consumerName } from '../run/wiring.ts';
import type { FileAt } from '../sink.ts';
import { splitLiterals } from '../store/literals.ts';
import { redactorOf, type Redactor } from '../run/redact.ts';

export interface Destinations {
  definition: Definition;
  /** The data folder of the team's runs. */
  dataDir: string;
  secret: (placeholder: Placeholder) => string | undefined;
  nativeSinks?: NativeSinks;
  fileAt: FileAt;
}

/** Returns a warning for each that is mapped or refused whatever its server says, which names the file and why; nothing is connected to. */
export function mappedConsumers({ definition, dataDir, ...given }: Destinations): Finding[] {
  const redactor = redactorFor(definition, given);
  const folder = pipelineFolder(dataDir, definition.metadata.name);
  const file = duckdbFileOf(folder);
  return hostedOf(definition, redactor, given).flatMap(({ id, name, path, config, mode: { mode, why = '' } }) => {
    const refused = (message: string): Finding[] => [
      { code: 'sink_unreachable', path, message: redactor.text(message) },
    ];
    if (mode === 'refused') return refused(`${id}: ${why}`);
    if (mode !== 'mapped') return [];
    if (isBound({ folder, consumer: name, config })) return refused(cutOff({ consumer: name }, why).message);
    return [{ code: 'mapped_consumer', path, message: redactor.text(`${id} will write to ${file}: ${why}`) }];
  });
}

/** Returns whether the first connection of a run decides where a consumer writes. */
export function isDecidedByConnection({ definition, dataDir, ...given }: Destinations): boolean {
  const folder = pipelineFolder(dataDir, definition.metadata.name);
  return hostedOf(definition, redactorFor(definition, given), given).some(
    ({ name, config, mode: { mode } }) => mode === 'auto' && !isBound({ folder, consumer: name, config }),
  );
}

/** Connects to the server of each other one, and returns a warning for those that do not answer. */
export async function unreachableConsumers({ definition, fileAt, ...given }: Destinations): Promise<Finding[]> {
  const redactor = redactorFor(definition, given);
  const found = hostedOf(definition, redactor, given).map(async ({ id, path, config, missing, mode: { mode } }) => {
    const check = consumers.get(id)?.check;
    if (mode === 'mapped' || mode === 'refused' || missing.length > 0 || !check) return [];
    try {
      await check(id, config, fileAt);
      return [];
    } catch (error) {
      return [{ code: 'sink_unreachable' as const, path, message: redactor.text(messageOf(error)) }];
    }
  });
  return (await Promise.all(found)).flat();
}

function redactorFor(definition: Definition, { secret }: Pick<Destinations, 'secret'>): Redactor {
  return redactorOf(splitLiterals(definition).literals, secret);
}

function hostedOf(
  { spec }: Definition,
  redactor: Redactor,
  { secret, nativeSinks }: Pick<Destinations, 'secret' | 'nativeSinks'>,
) {
  const told = redactor.telling(secret);
  return spec.consumers.flatMap(({ type, config: given }, i) => {
    if (consumers.get(type)?.origin !== 'hosted') return [];
    const { config, missing } = resolved(given, told);
    const mode = modeOf({ config, missing }, nativeSinks);
    return [{ id: type, name: consumerName(spec.consumers, i), path: `spec.consumers[${i}]`, config, missing, mode }];
  });
}
