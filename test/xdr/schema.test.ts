import { isDeepStrictEqual } from 'node:util';
import { xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { reflect, resolve, type Schema } from '../../src/xdr/schema.ts';
import { withOverlay, type Overlay } from '../../src/xdr/schema/overlay.ts';
import { overlays, wholeSchema } from '../../src/xdr/schema/whole.ts';

const sdk = reflect(xdr);
const whole = wholeSchema(xdr);

/** The name of a type, or of one without a name its shape. */
const inner = (schema: Schema): unknown => resolve(schema).name ?? shape(schema);

/** One level of a type: its own fields, members and limits, and of others their names. */
function shape(schema: Schema): unknown {
  const type = resolve(schema);
  switch (type.kind) {
    case 'enum':
      return [...type.nameByValue];
    case 'struct':
      return type.entries.map(([name, field]) => [name, inner(field)]);
    case 'union':
      return type.cases.map(({ name, discriminant, arm }) => [
        ...[name, discriminant],
        ...(arm.kind === 'field' ? [arm.name, inner(arm.schema)] : []),
      ]);
    case 'option':
      return [type.kind, inner(type.element)];
    case 'array':
      return [type.kind, inner(type.element), type.maxLength];
    case 'fixedArray':
      return [type.kind, inner(type.element), type.length];
    default:
      return { ...type };
  }
}

/** Each addition of the overlays, as a line. */
function additions({ members, structs, arms, maxLengths }: Overlay): string[] {
  return [
    ...Object.entries(members).flatMap(([name, added]) => Object.keys(added).map((member) => `${name}.${member}`)),
    ...Object.keys(structs),
    ...Object.entries(arms).flatMap(([name, added]) => Object.keys(added).map((arm) => `${name} ${arm}`)),
    ...Object.keys(maxLengths),
  ];
}

/** The same lines, of what the schema has beyond the SDK. */
function beyondSdk(): string[] {
  return [...whole].flatMap(([name, schema]) => {
    const ours = resolve(schema);
    const theirs = sdk.get(name);
    if (!theirs) return [name];
    const old = resolve(theirs);
    if (ours.kind === 'enum' && old.kind === 'enum')
      return [...ours.nameByValue].flatMap(([value, member]) =>
        old.nameByValue.has(value) ? [] : [`${name}.${member}`],
      );
    if (ours.kind === 'union' && old.kind === 'union')
      return ours.cases.slice(old.cases.length).map(({ name: arm }) => `${name} ${arm}`);
    if (ours.kind === 'struct' && old.kind === 'struct')
      return ours.entries.flatMap(([field, of], i) =>
        isDeepStrictEqual(inner(of), inner(old.entries[i][1])) ? [] : [`${name}.${field}`],
      );
    return [];
  });
}

describe('wholeSchema(sdk)', () => {
  it('has beyond the SDK what the overlays say, and nothing that a newer SDK has already', () => {
    // What is missing on the left a newer SDK brings: take it out of src/xdr/schema/.
    expect(beyondSdk().sort()).toEqual(overlays.flatMap(additions).sort());
  });

  it('has all else as the SDK has it', () => {
    const changed = new Set(overlays.flatMap(additions).map((line) => line.split(/[. ]/)[0]));
    const kept = [...sdk.keys()].filter((name) => !changed.has(name));
    expect(kept.length).toBeGreaterThan(400);
    for (const name of kept) expect([name, shape(whole.get(name)!)]).toEqual([name, shape(sdk.get(name)!)]);
  });

  it('stays as it is where the SDK has the additions', () => {
    const again = overlays.reduce(withOverlay, whole);
    expect([...again].map(([name, type]) => [name, shape(type)])).toEqual(
      [...whole].map(([name, type]) => [name, shape(type)]),
    );
  });
});

describe('withOverlay(types, overlay)', () => {
  it('adds arms by number, arms without a field, lists, optional fields, enums and unions', () => {
    const overlay: Overlay = {
      protocol: 99,
      members: { Star: { starRed: 0, starWhite: 1 } },
      unions: { Sky: 'Star' },
      structs: {
        Planet: [
          ['sky', 'Sky'],
          ['moons', 'Planet[]'],
          ['sun', 'Hash?'],
          ['isLit', 'bool'],
        ],
      },
      arms: {
        LedgerHeaderExt: { v2: ['v2', 'Planet'], v3: null },
        Sky: { starRed: ['age', 'int64'], starWhite: null },
      },
      maxLengths: {},
    };
    const found = withOverlay(whole, overlay);
    expect(shape(found.get('LedgerHeaderExt')!)).toEqual([
      ...(shape(whole.get('LedgerHeaderExt')!) as unknown[]),
      ['v2', 2, 'v2', 'Planet'],
      ['v3', 3],
    ]);
    expect(shape(found.get('Star')!)).toEqual([
      [0, 'starRed'],
      [1, 'starWhite'],
    ]);
    expect(shape(found.get('Sky')!)).toEqual([
      ['starRed', 0, 'age', { kind: 'int64' }],
      ['starWhite', 1],
    ]);
    expect(shape(found.get('Planet')!)).toEqual([
      ['sky', 'Sky'],
      ['moons', ['array', 'Planet', 0xffffffff]],
      ['sun', ['option', 'Hash']],
      ['isLit', { kind: 'bool' }],
    ]);
  });
});
