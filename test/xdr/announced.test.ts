/** What errors say of arms that a made-up next protocol brings. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { xdr } from '@stellar/stellar-sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodeJson } from '../../src/xdr/decode.ts';
import { announced } from '../../src/xdr/schema/announced.ts';
import { announcedText } from '../../src/xdr/schema/announce.ts';
import { newNumbers } from '../../src/xdr/schema/compare.ts';
import { NEWEST_PROTOCOL, wholeSchema } from '../../src/xdr/schema/whole.ts';
import { temporaryFolder } from '../folder.ts';
import { words } from '../make/ledger.ts';
import { definitions, PLANET, STAR } from './next-definitions.ts';

const NEXT = NEWEST_PROTOCOL + 1;
const numbers = newNumbers(wholeSchema(xdr), definitions);

describe('an arm that no schema has', () => {
  const message = (...value: number[]) => {
    try {
      return decodeJson('ScVal', words(...value), 'x');
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is said to be of the protocol that brings it, if that is known, and else of a newer one', () => {
    const known = announced as unknown[];
    const before = known.splice(0);
    onTestFinished(() => void known.splice(0, known.length, ...before));
    expect(message(18, PLANET)).toMatch(/ScAddress has no arm 96; a newer protocol may bring it: update ledgerlake$/);
    known.push({ protocol: NEXT, numbers });
    const brings = `; protocol ${NEXT} brings it`;
    expect(message(18, PLANET)).toContain(`ScAddress has no arm 96${brings} (planet): update ledgerlake`);
    expect(message(18, STAR)).toContain(`${brings} (SC_ADDRESS_TYPE_STAR): update ledgerlake`);
    expect(message(18, 98)).toMatch(/ScAddress has no arm 98; a newer protocol may bring it: update ledgerlake$/);
  });
});

describe('newNumbers(types, definitions)', () => {
  it('has the new arms and members, by the names of the types here', () => {
    expect(numbers).toEqual({
      ScAddress: { [PLANET]: 'planet', [STAR]: 'SC_ADDRESS_TYPE_STAR' },
      ScAddressType: { [PLANET]: 'SC_ADDRESS_TYPE_PLANET' },
    });
  });
});

describe('schema:check FILE PROTOCOL', () => {
  const check = (...args: string[]) => {
    const path = join(import.meta.dirname, '../../src/xdr/schema/check.ts');
    return new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = execFile(process.execPath, [path, ...args], (_error, _stdout, stderr) => {
        resolve({ code: child.exitCode, stderr });
      });
    });
  };

  it('writes what the protocol brings, and takes no protocol that is read', async () => {
    const [file, out] = ['xdr.json', 'announced.ts'].map((name) => join(temporaryFolder(), name));
    writeFileSync(file, definitions);
    expect(await check(file, String(NEXT), out)).toMatchObject({ code: 1 });
    const text = readFileSync(out, 'utf8');
    expect(text).toBe(announcedText(wholeSchema(xdr), definitions, NEXT));
    expect(text).toContain("      ScAddressType: {\n        96: 'SC_ADDRESS_TYPE_PLANET',\n      },\n");
    expect(await check(file, String(NEWEST_PROTOCOL), out)).toMatchObject({
      ...{ code: 2, stderr: expect.stringMatching(/^usage: /) as string },
    });
  });
});

it('the file names no protocol that is read', () => {
  for (const { protocol } of announced) expect(protocol).toBeGreaterThan(NEWEST_PROTOCOL);
});
