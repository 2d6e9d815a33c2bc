/** How XDR names are written: in SEP-51 JSON, and as Go's constants, which Hubble's columns hold. */
import { Piece } from '../core/bytes.ts';
import type { Enum, Union } from './schema.ts';

/** Returns the JSON name of a struct's field: snake case, digits kept with their word. */
export function fieldName(name: string): string {
  return snakeCase(name);
}

/**
 * Returns the JSON name of each member of an enum by value: snake case without the prefix that all members share.
 * A name that would begin with a digit keeps the first letter of the prefix.
 */
export function enumNames(type: Enum): Map<number, string> {
  const prefix = type.memberPrefix ?? '';
  const short = (name: string) => {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    return /^\d/.test(rest) ? name.charAt(0) + rest : rest;
  };
  return new Map([...type.nameByValue].map(([value, name]) => [value, snakeCase(short(name))]));
}

/** Returns the JSON name of each arm of a union by discriminant: the enum member's name, or `v` and the number. */
export function armNames(type: Union): Map<number, string> {
  if (type.switchOn.kind !== 'enum')
    return new Map(type.cases.map(({ discriminant }) => [discriminant, `v${discriminant}`]));
  const names = enumNames(type.switchOn);
  return new Map(type.cases.map(({ discriminant }) => [discriminant, names.get(discriminant)!]));
}

/** Returns Go's names of an enum's members by value, such as `TransactionResultCodeTxSuccess`. */
export function goNames<E extends Record<string, number>>(type: string, members: E): Map<number, string> {
  return new Map(
    Object.entries(members).map(([name, value]) => [value, type + name.charAt(0).toUpperCase() + name.slice(1)]),
  );
}

/** Go's names of an enum's members as pieces of text: a list in the order of the values, which have no gaps. */
export class GoPieces {
  readonly #least: number;
  readonly #pieces: Piece[] = [];

  constructor(type: string, members: Record<string, number>) {
    this.#least = Math.min(...Object.values(members));
    for (const [value, name] of goNames(type, members)) this.#pieces[value - this.#least] = new Piece(name);
  }

  /** Returns the name of the member that has the value. */
  of(value: number): Piece {
    return this.#pieces[value - this.#least];
  }
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
