/** Real ledgers made ones of protocol 30 by the Rust crate stellar-xdr 30.0.0, with its JSON and hashes. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFollows, checkLedger } from '../../src/ledger/verify.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { ledgersIn } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { ContractCostType } from '../../src/xdr/generated/enums.ts';
import { readStrkey, strkeyVersion } from '../../src/xdr/strkey.ts';
import { corpus, readText } from '../corpus.ts';

const folder = join(corpus, 'protocol-30');

interface ExpectedLedger {
  store: string;
  file: string;
  sequence: number;
  close_time: number;
  close_time_ms: number;
  hash: string;
}

interface Refused {
  file: string;
  passphrase: string;
  check: string | null;
}

interface Text {
  strkey: string;
  valid: boolean;
  contract_hex: string;
  id: string;
  scval_xdr: string;
}

function rows<T>(name: string): T[] {
  const path = join(folder, `expected/${name}.jsonl.zst`);
  if (!existsSync(path)) return [];
  return readText(path)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const ledgers = rows<ExpectedLedger>('ledgers');
const perStore = Map.groupBy(ledgers, ({ store }) => store);

function passphraseOf(file: string): string {
  const config = join(folder, file.split('/')[0], '.config.json');
  if (existsSync(config)) return JSON.parse(readFileSync(config, 'utf8')).networkPassphrase;
  return readFileSync(join(folder, dirname(file), 'passphrase.txt'), 'utf8').trimEnd();
}

function* read(file: string) {
  yield* ledgersIn(decompress(readFileSync(join(folder, file)), { file }), file);
}

describe.skipIf(!existsSync(folder))('ledgers of protocol 30', () => {
  for (const [store, expected] of perStore) {
    it(`of ${store} have the JSON, hashes and close times of the crate`, () => {
      const json = rows<unknown>(`sep51/${store}`);
      const found = [...new Set(expected.map(({ file }) => file))].flatMap((file) => {
        const id = networkId(passphraseOf(file));
        return [...read(file)].map(({ ledger }) => ({ ledger, facts: checkLedger(ledger, id) }));
      });
      expect(found).toHaveLength(expected.length);
      found.forEach(({ ledger, facts }, i) => {
        expect(JSON.parse(decodeJson('LedgerCloseMeta', ledger.bytes))).toEqual(json[i]);
        const { sequence, closeTime, closeTimeMs } = ledger;
        const { sequence: number, close_time: seconds, close_time_ms: milliseconds, hash } = expected[i];
        expect([sequence, closeTime, closeTimeMs, facts.hash]).toEqual([number, seconds, milliseconds, hash]);
        if (i > 0) checkFollows(found[i - 1].facts, ledger, facts);
      });
    });
  }

  for (const { file, passphrase, check } of rows<Refused>('refused')) {
    it(`refuses ${file}`, () => {
      const load = () => {
        let before;
        for (const { ledger } of read(file)) {
          const facts = checkLedger(ledger, networkId(passphrase));
          checkFollows(before, ledger, facts);
          before = facts;
        }
      };
      expect(load).toThrow(check ?? /has no (arm|member) \d/);
    });
  }

  it('has the cost types of the crate by name', () => {
    const names = rows<{ index: number; name: string }>('cost-types').map(({ index, name }) => [
      name[0].toLowerCase() + name.slice(1),
      index,
    ]);
    expect(Object.entries(ContractCostType)).toEqual(names);
  });

  it('has muxed contracts as their strkeys, and reads no text that is none', () => {
    for (const { strkey, valid, contract_hex: contract, id, scval_xdr: value } of rows<Text>('strkeys')) {
      const read = readStrkey(strkey);
      if (!valid) {
        expect(read?.version, strkey).not.toBe(strkeyVersion.muxedContract);
        continue;
      }
      const payload = Buffer.from(contract + BigInt(id).toString(16).padStart(16, '0'), 'hex');
      expect(read).toEqual({ version: strkeyVersion.muxedContract, payload: Uint8Array.from(payload) });
      expect(decodeJson('ScVal', Buffer.from(value, 'base64'))).toBe(`{"address":"${strkey}"}`);
    }
  });
});
