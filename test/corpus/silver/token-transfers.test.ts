import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpus, hasCorpus } from '../../corpus.ts';
import { referenceMovements, type Movement } from '../golden/movements.ts';
import { goldenSets, type GoldenSet } from '../golden/sets.ts';
import { sorted, useNetworks, type GoldenRow, type Network, type OurRow } from './networks.ts';

const networks = useNetworks();

const sets = goldenSets.map((set) => {
  const [folder] = set.expected.split('/');
  const parts = folder === 'loadtest' ? [set.name] : [];
  return { ...set, reference: join(corpus, folder, 'expected/token_transfers_derived', ...parts, 'events.jsonl.zst') };
});

/** Returns the movements of the reference in one network. */
function movementsOf(set: GoldenSet & { reference: string }) {
  const all = referenceMovements(set.reference);
  return ({ capture = '' }: Network): Movement[] =>
    [...all].filter(([place]) => place.startsWith(`${capture} `)).flatMap(([, movements]) => movements);
}

const operationId = ({ ledger_sequence, transaction_index, operation_index }: Movement) =>
  (BigInt(ledger_sequence) << 32n) | (BigInt(transaction_index) << 12n) | BigInt(operation_index ?? 0);

const codeAndIssuer = (asset: string | null) =>
  asset === 'native' ? ['XLM', null] : (asset?.split(':') ?? [null, null]);

const hourOf = ({ closed_at, contract_address, address, asset }: Movement & { address: string | null }) =>
  JSON.stringify([closed_at.slice(0, 13), contract_address, address, asset ?? contract_address]);

const statements = {
  raw: `select strftime(timestamp, '%Y-%m-%dT%H:%M:%SZ') as closed, transaction_hash, ledger_sequence, source_type,
     from_account, to_account, asset_code, asset_issuer, cast(amount as varchar) as amount, token_contract_id,
     operation_type, transaction_successful, event_type, operation_id, asset_key, to_memo_type, to_memo
   from silver.token_transfers_raw`,
  hourly: `select strftime(hour_agg, '%Y-%m-%dT%H'), contract_id, address, asset_key, sent_count, received_count, sent_raw,
     received_raw, txn_count, last_ledger
   from hourly_transfer_agg_address where large_count = 0`,
  activity: `select contract_id, asset_code, asset_issuer, asset_key, transfers,
     strftime(first_transfer, '%Y-%m-%dT%H:%M:%SZ') as first, strftime(last_transfer, '%Y-%m-%dT%H:%M:%SZ') as last
   from contract_activity where transfers > 0`,
  transfers: `select transaction_hash, operation_id, event_topic, "from", "to", nullif(asset, '') as asset, contract_id, to_muxed,
     to_muxed_id, amount_raw, event_type, is_soroban
   from token_transfers`,
  wrong: `select count(*) as wrong from token_transfers
   where asset_type != '' and amount * 10000000 is distinct from cast(amount_raw as decimal(38, 9))
     or asset_type = 'native' and (asset_code is distinct from 'XLM' or asset_issuer is not null)`,
};

const names = Object.keys(statements) as (keyof typeof statements)[];
type Rows = Record<keyof typeof statements, OurRow[]>;

describe.skipIf(!hasCorpus).each(sets)('transfers of $name', (set) => {
  let movements: (network: Network) => Movement[];
  const all: { network: Network; of: Rows }[] = [];
  beforeAll(async () => {
    movements = movementsOf(set);
    for await (const network of networks(set)) {
      const of: Partial<Rows> = {};
      for (const name of names) of[name] = await network.select(statements[name]);
      all.push({ network, of: of as Rows });
    }
  });

  it('are in silver.token_transfers_raw what the reference derives, but fees', () => {
    let count = 0;
    for (const { network, of } of all) {
      const types = new Map(network.golden('operations').map((row) => [BigInt(row.id as number), row.type as number]));
      const expected = movements(network)
        .filter(({ event_type }) => event_type !== 'fee')
        .map((movement) => {
          const type = types.get(operationId(movement))!;
          const source = [24, 25, 26].includes(type) ? 'soroban' : 'classic';
          return [
            ...[movement.closed_at, movement.transaction_hash, movement.ledger_sequence, source],
            ...[movement.from, movement.to, ...codeAndIssuer(movement.asset), movement.amount],
            ...[movement.contract_address, type, true, movement.event_type, operationId(movement)],
            ...[movement.asset ?? movement.contract_address, movement.to_muxed_type, movement.to_muxed],
          ];
        });
      expect(sorted(of.raw.map((row) => Object.values(row)))).toEqual(sorted(expected));
      count += expected.length;
    }
    expect(count).toBeGreaterThan(set.name === 'load-test-ledgers-v27' ? 39 : 0);
  });

  it('are added up by hour, token and address in hourly_transfer_agg_address', () => {
    for (const { network, of } of all) {
      const sides = movements(network)
        .filter(({ event_type }) => event_type !== 'fee')
        .flatMap((movement) => [
          { ...movement, address: movement.from, isSent: true },
          { ...movement, address: movement.to, isSent: false },
        ]);
      const expected = [...Map.groupBy(sides, hourOf)].map(([key, all]) => {
        const [sent, received] = [all.filter(({ isSent }) => isSent), all.filter(({ isSent }) => !isSent)];
        const sum = (some: typeof all) => some.reduce((total, { amount }) => total + BigInt(amount), 0n);
        return [
          ...(JSON.parse(key) as unknown[]),
          ...[BigInt(sent.length), BigInt(received.length), sum(sent), sum(received)],
          BigInt(new Set(all.map(({ transaction_hash }) => transaction_hash)).size),
          Math.max(...all.map(({ ledger_sequence }) => ledger_sequence)),
        ];
      });
      expect(sorted(of.hourly.map((row) => Object.values(row)))).toEqual(sorted(expected));
    }
  });

  it('are counted by token in contract_activity, with the first and the last', () => {
    for (const { network, of } of all) {
      const moved = movements(network).filter(({ event_type }) => event_type !== 'fee');
      const expected = [...Map.groupBy(moved, ({ contract_address }) => contract_address)].map(([contract, all]) => {
        const times = all.map(({ closed_at }) => closed_at).sort();
        const { asset } = all[0];
        return [contract, ...codeAndIssuer(asset), asset ?? contract, BigInt(all.length), times[0], times.at(-1)];
      });
      expect(sorted(of.activity.map((row) => Object.values(row)))).toEqual(sorted(expected));
    }
  });

  /**
   * int_token_transfer_enrichment.sql and token_transfers.sql of stellar-dbt-public: the rows of token_transfers_raw, fees too,
   * of which those that are equal but for their amount are one with the sum; `asset` loses the type before its first colon;
   * the code of lumens is XLM and of a contract token its symbol; the type of the operation and whether it is one of Soroban
   * are joined, and are null for fees.
   */
  it('are in token_transfers those of the reference, equal ones of an operation summed', () => {
    for (const { network, of } of all) {
      const operations = new Map(network.golden('operations').map((row) => [BigInt(row.id as number), row]));
      const groups = Map.groupBy(movements(network), (movement) => groupOf(movement));
      const expected = [...groups.values()].map((group) => {
        const [first] = group;
        const operation = first.operation_index === null ? undefined : operations.get(operationId(first));
        const raw = String(group.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
        return [...JSON.parse(groupOf(first)), raw, ...operationOf(operation)] as unknown[];
      });
      const rows = of.transfers.map((row) => Object.values({ ...row, operation_id: toText(row.operation_id) }));
      expect(sorted(rows.map(withoutMuxed))).toEqual(sorted(expected));
      const [{ wrong }] = of.wrong;
      expect(wrong).toBe(0n);
    }
  });
});

const toText = (value: unknown) => (value === null ? null : String(value));

/** The reference has the memo in two columns, Hubble as an M address and an id: of a memo that is an id they are the same. */
function groupOf(movement: Movement): string {
  const { transaction_hash, operation_index, event_type, from, to, asset, contract_address } = movement;
  const id = operation_index === null ? null : String(operationId(movement));
  return JSON.stringify([transaction_hash, id, event_type, from, to, asset, contract_address, memoOf(movement)]);
}

function memoOf({ to_muxed_type: type, to_muxed: memo }: Movement): string | null {
  return type === 'id' ? memo : null;
}

function withoutMuxed(row: unknown[]): unknown[] {
  return row.toSpliced(7, 1);
}

function operationOf(operation: GoldenRow | undefined): unknown[] {
  if (!operation) return [null, null];
  return [operation.type_string, [24, 25, 26].includes(operation.type as number)];
}
