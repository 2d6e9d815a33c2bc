/** New pairs of a Soroswap factory, and their reserves. */
import { column, type ColumnsOf } from '../../arrow/table.ts';
import { pushClosedAt, pushKey, type Context } from '../../tables/context.ts';
import { ScAddressType, ScValType } from '../../xdr/generated/enums.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { extractionOf, processorConfig, type ExtractionSettings, type Processor } from '../component.ts';
import { contractsFilter } from './contracts.ts';
import { eachEvent, type EventAt } from './events.ts';
import { stringAt } from './json/text.ts';
import { wideInteger } from './json/plain.ts';
import { defineRecords } from '../sink.ts';

export const soroswapPairs = defineRecords({
  name: 'soroswap_pairs',
  grain: 'One row per pair that a factory announces.',
  key: ['pair_address'],
  ledger: 'ledger_sequence',
  zoned: ['timestamp'],
  stamps: ['created_at'],
  columns: {
    id: column('int64', 'Ledger times 2^32, and the number of the event among those of the ledger, from 0.'),
    pair_address: column('utf8', 'Contract of the pair.'),
    token0: column('utf8', 'First token.'),
    token1: column('utf8', 'Second token.'),
    factory_contract_id: column('utf8', 'Contract that made the pair.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const soroswapSyncs = defineRecords({
  name: 'soroswap_syncs',
  grain: 'One row per event with the reserves of a pair; the last one is in force.',
  key: ['event_id'],
  ledger: 'ledger_sequence',
  zoned: ['timestamp'],
  stamps: ['created_at'],
  columns: {
    event_id: column(
      'int64',
      'Ledger times 2^32, and the number of the event among those of the ledger: the order of syncs.',
    ),
    pair_address: column('utf8', 'Contract of the pair.'),
    reserve0: column('utf8', 'Reserve of the first token.'),
    reserve1: column('utf8', 'Reserve of the second token.'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    timestamp: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const soroswap: Processor = {
  kind: 'processor',
  id: 'soroswap',
  name: 'SwapService',
  description: 'New pairs of a Soroswap factory, and their reserves.',
  origin: 'hosted',
  reads: 'contract_event',
  records: [soroswapPairs, soroswapSyncs],
  extraction: soroswapExtraction,
  config: processorConfig(),
  example: `- type: soroswap\n`,
};

function soroswapExtraction({ contracts }: ExtractionSettings) {
  const isWanted = contractsFilter(contracts);
  return extractionOf({ pairs: soroswapPairs, syncs: soroswapSyncs }, (context, { pairs, syncs }) => {
    const { view, ledger } = context;
    eachEvent(context, (event) => {
      if (event.contract < 0 || event.topicCount < 2 || !isWanted(context, event.contract)) return;
      const kind = kindOf(view, event);
      const members = kind && swapMembers(view, event.data);
      if (!members) return;
      if (kind === 'new_pair') pushPair(context, pairs, event, members);
      else if (members.has('new_reserve_0') && members.has('new_reserve_1')) {
        syncs.event_id.push(ledger.sequence, event.number);
        pushKey(syncs.pair_address, strkeyVersion.contract, context, event.contract);
        syncs.reserve0.ascii(amountAt(view, members.get('new_reserve_0') ?? 0));
        syncs.reserve1.ascii(amountAt(view, members.get('new_reserve_1') ?? 0));
        syncs.ledger_sequence.push(ledger.sequence);
        pushClosedAt(syncs.timestamp, context);
      }
    });
  });
}

/** What the first symbol among the topics that is either says. */
function kindOf(view: DataView, { topics, topicCount }: EventAt): 'new_pair' | 'sync' | undefined {
  let p = topics + 4;
  for (let i = 0; i < topicCount; i++) {
    const text = view.getInt32(p) === ScValType.scvSymbol ? stringAt(view, p + 4) : '';
    if (text === 'new_pair' || text === 'sync') return text;
    p = skipScVal(view, p);
  }
  return undefined;
}

/** Returns where the values of a map stand, by the symbols that are their keys; undefined when the ScVal at `p` is no map. */
export function swapMembers(view: DataView, p: number): Map<string, number> | undefined {
  if (view.getInt32(p) !== ScValType.scvMap || view.getUint32(p + 4) === 0) return undefined;
  const members = new Map<string, number>();
  const count = view.getUint32(p + 8);
  p += 12;
  for (let i = 0; i < count; i++) {
    const value = skipScVal(view, p);
    if (view.getInt32(p) === ScValType.scvSymbol) members.set(stringAt(view, p + 4), value);
    p = skipScVal(view, value);
  }
  return members;
}

function pushPair(
  context: Context,
  out: ColumnsOf<typeof soroswapPairs>,
  event: EventAt,
  members: ReadonlyMap<string, number>,
): void {
  const { view, ledger } = context;
  const [pair, token0, token1] = ['pair', 'token_0', 'token_1'].map((name) => contractAt(view, members.get(name)));
  if (pair === undefined || token0 === undefined || token1 === undefined) return;
  out.id.push(ledger.sequence, event.number);
  pushKey(out.pair_address, strkeyVersion.contract, context, pair);
  pushKey(out.token0, strkeyVersion.contract, context, token0);
  pushKey(out.token1, strkeyVersion.contract, context, token1);
  pushKey(out.factory_contract_id, strkeyVersion.contract, context, event.contract);
  out.ledger_sequence.push(ledger.sequence);
  pushClosedAt(out.timestamp, context);
}

/** Where the key of the contract stands that the ScVal at `p` is the address of. */
function contractAt(view: DataView, p: number | undefined): number | undefined {
  const isContract =
    p !== undefined &&
    view.getInt32(p) === ScValType.scvAddress &&
    view.getInt32(p + 4) === ScAddressType.scAddressTypeContract;
  return isContract ? p + 8 : undefined;
}

/** The whole i128, of which the reference reads the lower half; 0 of any other type, as there. */
function amountAt(view: DataView, p: number): string {
  return view.getInt32(p) === ScValType.scvI128 ? wideInteger(view, p + 4, 2, true).toString() : '0';
}
