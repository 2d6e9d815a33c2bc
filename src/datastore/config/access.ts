/** What can be said beside an address: the parameters of all kinds of stores that the command line and the library have. */
import type { Param, ValueOf } from '../kind.ts';
import { kinds, type KnownKind } from '../kinds.ts';

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never;
type AllParams = All<KnownKind['params']>;
type WithFlag = { [Name in keyof AllParams]: AllParams[Name] extends { flag: string } ? Name : never }[keyof AllParams];

/** What goes with an address; each matters to some kinds only. */
export type AccessOptions = { [Name in WithFlag]?: AllParams[Name] extends Param ? ValueOf<AllParams[Name]> : never };

/** A parameter that the command line has. */
export interface AccessFlag extends Param {
  name: string;
  flag: string;
}

/** Returns the parameters of all kinds that the command line has, each once. */
export function accessFlags(): AccessFlag[] {
  const flags = kinds.flatMap(({ params }) => Object.entries(params)).flatMap(([name, param]) => flagOf(name, param));
  return [...new Map(flags.map((param) => [param.name, param])).values()];
}

function flagOf(name: string, { flag, ...param }: Param): AccessFlag[] {
  return flag === undefined ? [] : [{ ...param, name, flag }];
}
