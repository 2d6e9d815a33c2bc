/** What a kind of store says of itself: addresses, configurations, the command line and their help are made of it. */
import type { Bucket } from './bucket.ts';
import type { RetryPolicy } from './transfer/retry.ts';

interface ValueTypes {
  text: string;
  flag: boolean;
  /** Milliseconds. */
  wait: number;
  /** Each key that begins with the parameter's `prefix`, without it. */
  headers: Record<string, string>;
}

/** What can be said of a store beside where it is. A parameter `userProject` is the key `user_project` of a configuration. */
export interface Param<Type extends keyof ValueTypes = keyof ValueTypes> {
  type: Type;
  /** What it means, for the help of commands. */
  about: string;
  /** As the command line has it, `--region <name>`; without it only a configuration says it. */
  flag?: string;
  /** Whether no configuration says it. */
  notInFile?: true;
  /** Whether a configuration must say it. */
  required?: true;
  /** What keys of `headers` begin with. */
  prefix?: string;
  /** What it sets of how requests are repeated, instead of the store. */
  policy?: keyof RetryPolicy;
}

export type Params = Readonly<Record<string, Param>>;

/** The value that a parameter has. */
export type ValueOf<P extends Param> = ValueTypes[P['type']];

/** What was said of a store, by the names of its kind's parameters. */
export type ValuesOf<P extends Params> = { [Name in keyof P]?: ValueOf<P[Name]> };

/** Where a store of a kind is. */
export interface StorePlace {
  /** What says it under `[datastore_config.params]`. */
  key: string;
  type: 'text' | 'url';
  about: string;
  /** Returns what the key would say of an address. */
  ofAddress(address: string): string;
  /** Throws UsageError when there can be no store; `shown` is what was written, `forms` what may be. */
  check?(place: string, shown: string, forms: string): void;
}

/** One kind of store. */
export interface StoreKind<P extends Params = Params> {
  /** What `type` of a configuration calls it. */
  type: string;
  /** What errors and reports call it. */
  name: string;
  /** What addresses begin with, before `://`. */
  schemes: readonly string[];
  /** What a person writes for such a store. */
  form: string;
  where: StorePlace;
  params: P;
  /** Opens the bucket at a place, which `where` says; none where stores are on this machine. Throws UsageError and StoreError. */
  open?(place: string, values: ValuesOf<P>): Promise<Bucket>;
}

/** Returns the kind as it is, with the types of its parameters. */
export function defineKind<const P extends Params>(kind: StoreKind<P>): StoreKind<P> {
  return kind;
}

/** A store that was named: its kind, and what was said of it. */
export interface StoreSpec {
  kind: StoreKind;
  /** One, but of paths. */
  places: readonly string[];
  values: ValuesOf<Params>;
}
