/** Secrets that a definition holds itself: they are kept beside it, sealed, and put back for a run. */
import type { Consumer, Processor } from '../component.ts';
import { consumers } from '../consumers/index.ts';
import type { ComponentEntry, Definition } from '../definition/definition.ts';
import { MASK, masked } from '../definition/mask.ts';
import type { JsonData } from '../yaml/nodes.ts';
import { processors } from '../processors/index.ts';

/** A value of a sensitive field that is no placeholder. */
export interface Literal {
  role: 'processors' | 'consumers';
  /** Of the entry, from 0. */
  index: number;
  field: string;
  value: JsonData;
}

/** Returns the definition with its literal secrets masked, as people may see it, and the secrets. */
export function splitLiterals(definition: Definition): { shown: Definition; literals: Literal[] } {
  const literals: Literal[] = [];
  const split = (role: Literal['role']) =>
    definition.spec[role].map((entry, index) => {
      const shown = masked(entry, componentOf(role, entry.type));
      for (const [field, value] of Object.entries(entry.config)) {
        if (shown.config[field] === MASK) literals.push({ role, index, field, value });
      }
      return shown;
    });
  const spec = { ...definition.spec, processors: split('processors'), consumers: split('consumers') };
  return { shown: { ...definition, spec }, literals };
}

/** Returns the definition with these values in their fields. */
export function withLiterals(shown: Definition, literals: readonly Literal[]): Definition {
  const join = (role: Literal['role']) =>
    shown.spec[role].map((entry, index): ComponentEntry => {
      const own = literals.filter((literal) => literal.role === role && literal.index === index);
      return { ...entry, config: { ...entry.config, ...Object.fromEntries(own.map((one) => [one.field, one.value])) } };
    });
  return { ...shown, spec: { ...shown.spec, processors: join('processors'), consumers: join('consumers') } };
}

function componentOf(role: Literal['role'], type: string): Processor | Consumer | undefined {
  return (role === 'processors' ? processors : consumers).get(type);
}

/** Returns a definition with the secrets that it had where they are masked: what was read can be sent again. */
export function keepMasked(given: Definition, before: Definition, literals: readonly Literal[]): Definition {
  const isKept = ({ role, index, field }: Literal) => {
    const entry = given.spec[role][index];
    return entry?.config[field] === MASK && entry.type === before.spec[role][index]?.type;
  };
  return withLiterals(given, literals.filter(isKept));
}
