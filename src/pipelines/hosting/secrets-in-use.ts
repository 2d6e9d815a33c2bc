/** What stands behind the placeholders of a team's definitions, and which of them a run cannot do without. */
import { consumers } from '../consumers/index.ts';
import type { ComponentEntry, Definition } from '../definition/definition.ts';
import { below, type Finding } from '../yaml/findings.ts';
import type { JsonData } from '../yaml/nodes.ts';
import { placeholders, type Placeholder } from '../yaml/placeholders.ts';
import type { SecretStore } from '../store/secret-store.ts';

/** Variables that definitions may name; a map of those that are allowed. */
export type Environment = ReadonlyMap<string, string>;

/** Returns the variables of these names, of the process. */
export function allowedEnvironment(names: readonly string[], env: NodeJS.ProcessEnv = process.env): Environment {
  return new Map(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const])));
}

/** Returns the value of a placeholder: of the team's secret with its name, else of a variable that is allowed. */
export function secretOf(
  team: string,
  { name, isSecret }: Placeholder,
  secrets: SecretStore,
  environment: Environment,
): string | undefined {
  return secrets.value(team, name) ?? (isSecret ? undefined : environment.get(name));
}

/** Returns whether a placeholder has a value, without opening it. */
export function hasSecret(
  team: string,
  { name, isSecret }: Placeholder,
  secrets: SecretStore,
  environment: Environment,
): boolean {
  return secrets.get(team, name) !== undefined || (!isSecret && environment.has(name));
}

/** Returns an error for each placeholder without a value in processors, local consumers and native consumers. */
export function missingSecrets(definition: Definition, has: (placeholder: Placeholder) => boolean): Finding[] {
  const { processors, consumers: targets } = definition.spec;
  return [
    ...processors.flatMap((entry, i) => missingIn(entry, `spec.processors[${i}]`, has)),
    ...targets.flatMap((entry, i) => (isNeeded(entry) ? missingIn(entry, `spec.consumers[${i}]`, has) : [])),
  ];
}

/** A hosted consumer whose secrets have no value writes to a file of the pipeline. */
function isNeeded({ type, config }: ComponentEntry): boolean {
  return consumers.get(type)?.origin === 'local' || config['sink'] === 'native';
}

function missingIn({ config }: ComponentEntry, path: string, has: (placeholder: Placeholder) => boolean): Finding[] {
  return [...texts(config, below(path, 'config'))].flatMap(([text, at]) =>
    placeholders(text)
      .filter((placeholder) => !has(placeholder))
      .map(({ name, isSecret }) => {
        const what = isSecret ? 'secret' : 'secret or allowed variable of the environment';
        return { code: 'missing_secret' as const, path: at, message: `there is no ${what} named ${name}` };
      }),
  );
}

function* texts(value: JsonData, path: string): Generator<[text: string, path: string]> {
  if (typeof value === 'string') yield [value, path];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) yield* texts(part, below(path, keyOf(value, key)));
  }
}

function keyOf(value: object, key: string): string | number {
  return Array.isArray(value) ? Number(key) : key;
}
