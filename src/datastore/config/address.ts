/** What a person writes for a store, as what opens it. */
import { UsageError } from '../../core/errors.ts';
import type { StoreKind, StoreSpec } from '../kind.ts';
import { kinds } from '../kinds.ts';
import { filesystem } from '../kinds/filesystem.ts';
import { redact } from '../transfer/redact.ts';
import { accessFlags, type AccessOptions } from './access.ts';
import { knownStores } from './known.ts';

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//;

/** Returns what a store can be, for help and errors. */
export function addressForms(): string {
  return `a store is ${kinds.map(({ form }) => form).join(', ')} or a name such as pubnet@aws`;
}

/** Returns what addresses begin with, as `gs://, s3:// or https://`. */
export function addressSchemes(): string {
  const remote = kinds.filter(({ open }) => open);
  const begins = remote.map(({ schemes }) => `${schemes[0]}://`);
  return `${begins.slice(0, -1).join(', ')} or ${begins.at(-1)}`;
}

/** Returns what the addresses name; throws UsageError when that is nothing that can be read. */
export function parseAddress(sources: readonly string[], options: AccessOptions = {}): StoreSpec {
  const [first] = sources;
  if (first === undefined) throw new UsageError(`no store given: ${addressForms()}`);
  const remote = sources.find((source) => SCHEME.test(source) || isName(source));
  if (remote === undefined) return { kind: filesystem, places: sources, values: {} };
  if (sources.length > 1) throw new UsageError(`expected one store, found ${sources.map(redact).join(' ')}`);
  return SCHEME.test(first) ? parseOne(first, options) : namedStore(first, options);
}

function isName(text: string): boolean {
  return /^[a-z0-9-]+@[a-z0-9-]+$/.test(text);
}

function parseOne(address: string, options: AccessOptions): StoreSpec {
  const [, scheme = ''] = SCHEME.exec(address) ?? [];
  const kind = kinds.find(({ schemes }) => schemes.includes(scheme.toLowerCase()));
  if (!kind) throw new UsageError(`${redact(address)}: unknown scheme "${scheme}"; ${addressForms()}`);
  const place = kind.where.ofAddress(address);
  kind.where.check?.(place, address, addressForms());
  return { kind, places: [place], values: valuesOf(kind, options) };
}

function namedStore(name: string, options: AccessOptions): StoreSpec {
  const known = knownStores.find((store) => store.name === name);
  if (!known) {
    throw new UsageError(`unknown store ${name}; known are ${knownStores.map(({ name }) => name).join(', ')}`);
  }
  return parseOne(known.address, { ...known.options, ...given(options) });
}

/** Throws UsageError for an option that the kind of store has no use for: whoever gives it expects something else. */
function valuesOf({ name, params }: StoreKind, options: AccessOptions): StoreSpec['values'] {
  const values = given(options);
  const useless = Object.keys(values).find((option) => params[option]?.flag === undefined);
  if (useless === undefined) return values;
  const { flag } = accessFlags().find(({ name }) => name === useless) ?? { flag: `--${useless}` };
  throw new UsageError(`${flag.split(' ')[0]} does not apply to this kind of store (${name})`);
}

function given(options: AccessOptions): StoreSpec['values'] {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== false));
}
