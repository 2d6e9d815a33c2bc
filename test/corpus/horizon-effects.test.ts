/** Effects against those of Horizon, and the cases of stellar-etl's own tests. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { historyEffects } from '../../src/tables/effects/declaration.ts';
import { extractEffects } from '../../src/tables/effects.ts';
import { corpus, corpusFiles, hasCorpus, readText } from '../corpus.ts';
import { expectDocumented } from '../tables/documented.ts';
import { ledgerOf } from '../make/ledger.ts';
import { useShownRows, type ShownRow } from '../tables/shown-rows.ts';

const network = networkId(passphrases.testnet);

/** An effect in the form in which both sides are compared: its operation and what it says, in the order of the operation. */
interface Effect {
  operation: string;
  type: number;
  address: string;
  address_muxed: string | null;
  details: Record<string, unknown>;
}

/** Where Horizon differs from stellar-etl. */
const horizon = {
  /** Codes that it retired; stellar-etl has trustline_flags_updated in their place, without flags. */
  retired: { 23: 26, 24: 26, 25: 26 } as Partial<Record<number, number>>,
  /** What it does not make of a trade: offer_created, offer_removed, offer_updated. */
  absent: [30, 31, 32],
  /** Of the scenarios: trustline_flags_updated did not exist yet beside the retired codes. */
  isNewer: ({ type, details }: Effect) => type === 26 && Object.keys(details).some((name) => /^authorized_/.test(name)),
};

const shown = useShownRows<EffectRow>('history_effects');

/** A row of the view. */
interface EffectRow extends ShownRow {
  id: string;
  index: number;
  operation_id: bigint;
  address: string;
  address_muxed: string | null;
}

async function rowsOf(ledgers: Iterable<Ledger>): Promise<EffectRow[]> {
  const builder = createBuilder(historyEffects);
  for (const ledger of ledgers) extractEffects(new Context(ledger, new Decoder(network)), builder.columns);
  const rows = await shown(builder.batch());
  expectDocumented(historyEffects.details!, rows);
  return rows;
}

async function effectsOf(ledgers: Iterable<Ledger>): Promise<Effect[]> {
  const rows = await rowsOf(ledgers);
  return rows.map(({ operation_id, type, address, address_muxed, details_json }) => {
    const operation = String(operation_id);
    return { operation, type, address, address_muxed, details: JSON.parse(details_json) };
  });
}

/** An effect of the goldens of unit tests. */
interface Expected {
  address: string;
  address_muxed?: string;
  operation_id: number;
  type: number;
  type_string: string;
  details: Record<string, unknown>;
}

interface Unit {
  desc: string;
  envelope_xdr: string;
  result_xdr: string;
  meta_xdr: string;
  ledger_sequence: number;
  expected_effects: Expected[];
}

function parse<T>(path: string): T[] {
  const lines = readText(join(corpus, path)).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

function units(name: string): Unit[] {
  return hasCorpus ? parse(`golden-units/${name}.jsonl`) : [];
}

/** Cases that bear the result of another operation, and the type of their own. */
const strangers: Record<string, number> = { 'changeTrust - trustline created': 6, allowTrust: 7 };
const RESULT_TYPE = 20;

function unitLedger({ desc, envelope_xdr, result_xdr, meta_xdr, ledger_sequence }: Unit): Ledger {
  const [envelope, result, meta] = [envelope_xdr, result_xdr, meta_xdr].map((xdr) => Buffer.from(xdr, 'base64'));
  if (strangers[desc]) result.writeInt32BE(strangers[desc], RESULT_TYPE);
  return ledgerOf({ envelope: envelope, result: result, meta: meta, sequence: ledger_sequence });
}

describe.skipIf(!hasCorpus)("effects of stellar-etl's own tests", () => {
  for (const unit of units('stellar-etl-effects')) {
    it(unit.desc, async () => {
      const found = await rowsOf([unitLedger(unit)]);
      const rows = found.map(({ id, index, type_string, details_json, ...row }) => ({
        id,
        index,
        address: row.address,
        type: row.type,
        type_string,
        details: JSON.parse(details_json),
        ledger_sequence: row.ledger_sequence,
      }));
      const expected = unit.expected_effects.map(({ operation_id, ...effect }, index) => ({
        ...effect,
        id: `${operation_id}-${index}`,
        index,
      }));
      expect(rows).toEqual(expected);
    });
  }
});

describe.skipIf(!hasCorpus)("effects of Horizon's own tests", () => {
  for (const unit of units('horizon-effects')) {
    it(unit.desc, async () => {
      const effects = await effectsOf([unitLedger(unit)]);
      const ours = effects.filter(({ type }) => !horizon.absent.includes(type));
      const expected = unit.expected_effects.map(({ operation_id, type, address, address_muxed, details }) => ({
        operation: String(operation_id),
        type: horizon.retired[type] ?? type,
        address,
        address_muxed: address_muxed ?? null,
        details,
      }));
      expect(ours).toEqual(expected);
    });
  }
});

/** A row of Horizon's database: all values are texts. */
interface DatabaseRow {
  history_account_id: string;
  history_operation_id: string;
  order: string;
  type: string;
  details: Record<string, unknown>;
}

/** A scenario: its ledgers, and its effects as Horizon had them. */
function scenario(name: string, path: string) {
  const folder = `horizon-scenarios/${name}/expected/horizon`;
  const accounts = parse<{ id: string; address: string }>(`${folder}/history_accounts.jsonl`);
  const addresses = new Map(accounts.map(({ id, address }) => [id, address]));
  const transactions = parse<{ id: string; transaction_hash: string }>(`${folder}/history_transactions.jsonl`);
  const bytes = decompress(readFileSync(path), { file: path });
  const expected = parse<DatabaseRow>(`${folder}/history_effects.jsonl`)
    .sort((a, b) => Number(a.order) - Number(b.order))
    .map(({ history_account_id, history_operation_id, type, details }) => ({
      operation: history_operation_id,
      type: horizon.retired[Number(type)] ?? Number(type),
      address: addresses.get(history_account_id)!,
      address_muxed: null,
      details,
    }));
  return {
    ledgers: [...readFrames(bytes, path)].map(({ start, end }) => readLedger(bytes.subarray(start, end), path)),
    hashes: new Map(transactions.map(({ id, transaction_hash }) => [BigInt(id), transaction_hash])),
    expected: withoutUnchangedSigners(expected),
  };
}

/** That Horizon called every signer updated when one of them was; later ones, and stellar-etl, leave out those of the same weight. */
function withoutUnchangedSigners(effects: Effect[]): Effect[] {
  const weights = new Map<string, unknown>();
  const inOrder = effects.toSorted((a, b) => Number(BigInt(a.operation) - BigInt(b.operation)));
  return inOrder.filter(({ type, address, details: { public_key, weight } }) => {
    if (type < 10 || type > 12) return true;
    const signer = `${address} ${public_key}`;
    const isUnchanged = type === 12 && weights.get(signer) === weight;
    weights.set(signer, weight);
    return !isUnchanged;
  });
}

/** Effects by transaction and operation: where transactions did not depend on each other, Horizon had another order. */
function byOperation(effects: Effect[], hashes: Map<bigint, string>): Record<string, unknown[]> {
  const groups: Record<string, unknown[]> = {};
  for (const { operation, ...effect } of effects) {
    const position = BigInt(operation) & 0xfffn;
    (groups[`${hashes.get(BigInt(operation) - position)}/${position}`] ??= []).push(effect);
  }
  return groups;
}

function hashesOf(ledgers: Ledger[]): Map<bigint, string> {
  const hashes = new Map<bigint, string>();
  for (const { sequence, transactions, bytes } of ledgers) {
    for (const { order, pair } of transactions) {
      const id = (BigInt(sequence) << 32n) | BigInt(order << 12);
      hashes.set(id, Buffer.from(bytes.subarray(pair, pair + 32)).toString('hex'));
    }
  }
  return hashes;
}

describe.skipIf(!hasCorpus)('effects of the scenario', () => {
  const files = corpusFiles('horizon-scenarios', '.xdr.zst').filter((path) => /ledgers-\d+-\d+/.test(path));
  it.each(files.map((path) => [basename(dirname(path)), path]))('%s', async (name, path) => {
    const { ledgers, hashes, expected } = scenario(name, path);
    for (const ledger of ledgers) checkLedger(ledger, network);
    const effects = await effectsOf(ledgers);
    const ours = effects.filter((effect) => !horizon.absent.includes(effect.type) && !horizon.isNewer(effect));
    expect(byOperation(ours, hashesOf(ledgers))).toEqual(byOperation(expected, hashes));
  });
});
