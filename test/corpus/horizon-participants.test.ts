/** Participants and trades against those of Horizon. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { decompress } from '../../src/ledger/compression.ts';
import { readFrames } from '../../src/ledger/frames.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Envelope } from '../../src/ledger/transaction.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractOperationParticipants, operationParticipants } from '../../src/tables/operation-participants.ts';
import { extractTrades, historyTrades } from '../../src/tables/trades.ts';
import { corpus, corpusFiles, hasCorpus, readText } from '../corpus.ts';
import { ledgerOf, words } from '../make/ledger.ts';

type Line = Record<string, string>;
const network = networkId(passphrases.testnet);

function lines<T = Line>(path: string): T[] {
  return readText(path)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

/** Each participant once, whatever its roles are, with the hash of the transaction and the operation's place in it. */
function participantsOf(ledgers: Ledger[]): string[] {
  const table = createBuilder(operationParticipants);
  for (const ledger of ledgers) extractOperationParticipants(new Context(ledger, new Decoder(network)), table.columns);
  const hashes = hashesOf(ledgers);
  const rows = table.batch().toArray();
  return [...new Set(rows.map(({ operation_id, address }) => `${nameOf(operation_id, hashes)} ${address}`))].sort();
}

/** The hash of each transaction by TOID. */
function hashesOf(ledgers: Ledger[]): Map<bigint, string> {
  const entries = ledgers.flatMap(({ sequence, transactions, bytes }) =>
    transactions.map(({ order, pair }) => {
      const hash = Buffer.from(bytes.subarray(pair, pair + 32)).toString('hex');
      return [(BigInt(sequence) << 32n) | BigInt(order << 12), hash] as const;
    }),
  );
  return new Map(entries);
}

/** Where transactions did not depend on each other Horizon had another order, so that a TOID may be another operation's. */
function nameOf(operation: bigint, hashes: Map<bigint, string>): string {
  const index = operation & 0xfffn;
  return `${hashes.get(operation - index)}/${index}`;
}

interface Case {
  desc: string;
  envelope_xdr: string;
  meta_xdr: string;
  expected_participants: string[];
}

/** Most cases bear the result of another operation, which says nothing of participants: a bare one stands for it. */
function bareResult(envelope: Buffer): Buffer {
  const view = new DataView(envelope.buffer, envelope.byteOffset, envelope.length);
  const count = new Envelope(view, 0).operations.length;
  return words(0, 0, 0, count, ...Array<number>(count).fill(-1), 0);
}

describe.skipIf(!hasCorpus)('participants of Horizon', () => {
  const cases = hasCorpus ? lines<Case>(join(corpus, 'golden-units/horizon-operation-participants.jsonl')) : [];
  it.each(cases)('$desc', ({ envelope_xdr, meta_xdr, expected_participants }) => {
    const [envelope, meta] = [envelope_xdr, meta_xdr].map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
    const ledger = ledgerOf({ envelope, result: bareResult(envelope), meta });
    // The case does not say which operation of its transaction it is about; all but one case have a single one.
    const byOperation = Object.groupBy(participantsOf([ledger]), (text) => text.split(' ')[0]);
    const found = Object.values(byOperation).map((texts) => texts!.map((text) => text.split(' ')[1]));
    expect(found).toContainEqual(expected_participants.sort());
  });
});

function readScenario(file: string): Ledger[] {
  const bytes = decompress(readFileSync(file), { file });
  return [...readFrames(bytes, file)].map(({ start, end }) => {
    const ledger = readLedger(bytes.subarray(start, end), file);
    checkLedger(ledger, network);
    return ledger;
  });
}

/** The trades of Horizon from the maker's side; its price is that of the base asset, which may be what the taker gave. */
function horizonTrades(folder: string): Line[] {
  const accounts = new Map(lines(join(folder, 'history_accounts.jsonl')).map(({ id, address }) => [id, address]));
  const assets = new Map(lines(join(folder, 'history_assets.jsonl')).map((asset) => [asset['id'], asset]));
  return lines(join(folder, 'history_trades.jsonl')).map((row) => {
    const isBaseSeller = row['base_is_seller'] === 'true';
    const [seller, buyer] = isBaseSeller ? ['base', 'counter'] : ['counter', 'base'];
    const side = (role: string, name: string) => {
      const asset = assets.get(row[`${name}_asset_id`])!;
      return {
        [`${role}_account_address`]: accounts.get(row[`${name}_account_id`])!,
        [`${role}_asset_type`]: asset['asset_type'],
        [`${role}_asset_code`]: asset['asset_code'],
        [`${role}_asset_issuer`]: asset['asset_issuer'],
        [`${role}_amount_stroops`]: row[`${name}_amount`],
        [`${role}_offer_id`]: row[`${name}_offer_id`],
      };
    };
    return {
      history_operation_id: row['history_operation_id'],
      order: row['order'],
      price_n: row[isBaseSeller ? 'price_n' : 'price_d'],
      price_d: row[isBaseSeller ? 'price_d' : 'price_n'],
      ledger_closed_at: String(Date.parse(`${row['ledger_closed_at']}Z`)),
      ...side('selling', seller),
      ...side('buying', buyer),
    };
  });
}

function tradesOf(ledgers: Ledger[]): Line[] {
  const table = createBuilder(historyTrades);
  for (const ledger of ledgers) extractTrades(new Context(ledger, new Decoder(network)), table.columns);
  const rows = table.batch().toArray();
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row.toJSON()).map(([name, value]) => [name, String(value)])),
  );
}

const byOperation = (a: Line, b: Line) =>
  Number(a['history_operation_id']) - Number(b['history_operation_id']) || Number(a['order']) - Number(b['order']);

describe.skipIf(!hasCorpus).each(corpusFiles('horizon-scenarios', '.xdr.zst'))('the scenario %s', (file) => {
  const folder = join(dirname(file), 'expected/horizon');
  const hasRows = (name: string) => corpusFiles(`horizon-scenarios/${basename(dirname(file))}`, name).length > 0;

  it('has the participants that Horizon found', () => {
    const transactions = lines(join(folder, 'history_transactions.jsonl'));
    const hashes = new Map(transactions.map((row) => [BigInt(row['id']), row['transaction_hash']]));
    const accounts = new Map(lines(join(folder, 'history_accounts.jsonl')).map(({ id, address }) => [id, address]));
    const expected = lines(join(folder, 'history_operation_participants.jsonl')).map(
      (row) => `${nameOf(BigInt(row['history_operation_id']), hashes)} ${accounts.get(row['history_account_id'])}`,
    );
    expect(participantsOf(readScenario(file))).toEqual(expected.sort());
  });

  it('has the trades that Horizon found', () => {
    const expected = hasRows('history_trades.jsonl') ? horizonTrades(folder).sort(byOperation) : [];
    const ours = tradesOf(readScenario(file)).sort(byOperation);
    expect(ours).toHaveLength(expected.length);
    ours.forEach((row, i) => expect(row).toMatchObject(expected[i]));
  });
});
