/** A run that tells no secret. */
import { fieldsOf } from '../definition/config.ts';
import { tellsSecret } from '../definition/credentials.ts';
import type { Definition } from '../definition/definition.ts';
import { resolvePlaceholders } from '../yaml/placeholders.ts';
import { consumers } from '../consumers/index.ts';
import type { RunOptions, RunPipeline, RunProgress, RunResult, Skipped } from './options.ts';
import { Redactor } from './redact.ts';

/** Runs a definition as `run` does, with secrets hidden in its log, its result and its errors. */
export async function runRedacted(
  run: RunPipeline,
  definition: Definition,
  options: RunOptions,
  redactor: Redactor = redactorOfFields(definition, options),
): Promise<RunResult> {
  const { onProgress, onLog } = options;
  const hidden = hiding(redactor);
  try {
    const told = await run(definition, {
      ...options,
      ...(onProgress && { onProgress: (progress) => onProgress(hidden(progress)) }),
      ...(onLog && { onLog: (line) => onLog(redactor.data(line)) }),
    });
    return hidden(told);
  } catch (error) {
    throw redactor.error(error);
  }
}

/** Returns a function that hides secrets in reports of a run. It checks all skipped ledgers each time: 1,000 take 5 ms. */
function hiding(redactor: Redactor): <Told extends RunProgress>(told: Told) => Told {
  const known = new WeakMap<Skipped, Skipped>();
  const hiddenOf = (skipped: Skipped) => {
    const hidden = known.get(skipped) ?? redactor.data(skipped);
    known.set(skipped, hidden);
    return hidden;
  };
  return (told) => ({ ...redactor.data({ ...told, skipped: [] }), skipped: told.skipped.map(hiddenOf) });
}

/** Returns what hides the values of sensitive fields: variables that stand for a host or a path are no secrets. */
function redactorOfFields({ spec }: Definition, { secret }: RunOptions): Redactor {
  // Programs open the files in their options; the address of a database has neither user nor password there.
  const redactor = new Redactor(['location']);
  for (const { type, config } of spec.consumers) {
    const component = consumers.get(type);
    for (const [name, field] of component ? fieldsOf(component.config) : []) {
      const given = config[name];
      if (typeof given !== 'string') continue;
      const value = resolvePlaceholders(given, (placeholder) => secret?.(placeholder) ?? '');
      if (field['x-sensitive'] || (field['x-url'] && tellsSecret(value, true))) redactor.add(value);
    }
  }
  return redactor;
}
