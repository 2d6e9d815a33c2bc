/** Which hosted consumers will write to their server, and which to a DuckDB file. */
import { consumers } from '../consumers/index.ts';
import { messageOf } from '../../core/system-errors.ts';
import type { Definition } from '../definition/definition.ts';
import type { Finding } from '../yaml/findings.ts';
import type { Placeholder } from '../yaml/placeholders.ts';
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
  nativeSinks: NativeSinks;
  fileAt: FileAt;
}

/** Returns a warning for each consumer that writes to DuckDB or may not use its server: file and reason. It does not connect. */
export function mappedConsumers({ definition, dataDir, ...given }: Destinations): Finding[] {
  const redactor = redactorFor(definition, given);
  const folder = pipelineFolder(dataDir, definition.metadata.name);
  const file = duckdbFileOf(folder);
  return hostedOf(definition, redactor, given).flatMap(({ id, name, path, config, found }) => {
    const refused = (message: string): Finding[] => [
      { code: 'sink_unreachable', path, message: redactor.text(message) },
    ];
    if (found.mode === 'native') return [];
    const { mode, why } = found;
    if (mode === 'refused') return refused(`${id}: ${why}`);
    if (isBound({ folder, consumer: name, config })) return refused(cutOff({ consumer: name }, why).message);
    return [
      {
        code: 'mapped_consumer',
        path,
        message: redactor.text(`${id} will write to the DuckDB file ${file}, and to no server: ${why}`),
      },
    ];
  });
}

/** Connects to the server of each other one, and returns a warning for those that do not answer. */
export async function unreachableConsumers({ definition, fileAt, ...given }: Destinations): Promise<Finding[]> {
  const redactor = redactorFor(definition, given);
  const checks = hostedOf(definition, redactor, given).map(async ({ id, path, config, missing, found }) => {
    const check = consumers.get(id)?.check;
    if (found.mode !== 'native' || missing.length > 0 || !check) return [];
    try {
      await check(id, config, fileAt);
      return [];
    } catch (error) {
      return [{ code: 'sink_unreachable' as const, path, message: redactor.text(messageOf(error)) }];
    }
  });
  return (await Promise.all(checks)).flat();
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
    const found = modeOf({ config, missing }, nativeSinks);
    return [{ id: type, name: consumerName(spec.consumers, i), path: `spec.consumers[${i}]`, config, missing, found }];
  });
}
