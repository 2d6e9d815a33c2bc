/** Large definitions are read in a process of their own: a megabyte of blank lines takes the library seconds. */
import { ChildPool } from '../../processes/child-pool.ts';
import type { Consumer, Processor } from '../component.ts';
import { consumers } from '../consumers/index.ts';
import { processors } from '../processors/index.ts';
import { placeholders, placeholderTooMany } from '../yaml/placeholders.ts';
import { validate, type ValidateOptions, type Validation } from './validate.ts';

/** A definition, and those of its placeholders that have a value, each as JSON of its name and whether it names a secret. */
export interface ReadCall {
  yaml: string;
  known: ReadonlySet<string>;
}

type Sound = Validation['sound'][number];

/** What was found, with the names of components for the components. */
export type PlainValidation = Omit<Validation, 'sound'> & {
  sound: (Omit<Sound, 'component'> & { component: Pick<Processor | Consumer, 'kind' | 'id'> | undefined })[];
};

/** Longer texts are read apart; this many letters take 30 ms at most, on a slow machine, too. */
const MOST_LETTERS = 4096;
const MEMORY = 512e6;

const entry = new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './child.js', import.meta.url);
let pool: ChildPool | undefined;

/** Returns what `validate` returns, without holding the event loop. Throws the signal's reason when it is aborted. */
export async function validateApart(
  yaml: string,
  { knows = () => false }: ValidateOptions,
  signal: AbortSignal,
): Promise<Validation> {
  if (yaml.length <= MOST_LETTERS) return validate(yaml, { knows });
  pool ??= new ChildPool({ entry, size: 2, memory: MEMORY });
  const known = placeholderTooMany(yaml) === undefined ? placeholders(yaml).filter(knows) : [];
  const payload: ReadCall = {
    yaml,
    known: new Set(known.map(({ name, isSecret }) => JSON.stringify([name, isSecret]))),
  };
  const found = (await pool.call({ payload, signal })) as PlainValidation;
  const sound = found.sound.map(({ component, ...rest }): Sound => ({
    ...rest,
    component: component && named(component),
  }));
  return { ...found, sound };
}

function named({ kind, id }: Pick<Processor | Consumer, 'kind' | 'id'>): Processor | Consumer | undefined {
  return kind === 'processor' ? processors.get(id) : consumers.get(id);
}
