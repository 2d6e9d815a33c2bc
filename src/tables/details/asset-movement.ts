/** Movements of assets, from the events of Stellar asset contracts (CAP-46-06). */
import { ABSENT } from '../../ledger/transaction.ts';
import { ContractEventType, ScValType } from '../../xdr/generated/enums.ts';
import { skipScVal } from '../../xdr/generated/skip.ts';
import type { JsonWriter } from '../../xdr/json-writer.ts';
import { isContract } from '../asset/contract.ts';
import type { AssetContract } from '../asset/assets.ts';
import type { OperationAt } from '../operation/operation-at.ts';
import { tokenTopic, type TokenTopic } from '../event/token-topic.ts';
import { writeFixedUnits, writeWideUnits } from './amounts.ts';

/** One movement: its parties are ScAddresses, -1 for the side that it has not; `amount` is the ScVal of the data. */
export interface AssetMovement {
  kind: TokenTopic;
  from: number;
  to: number;
  amount: number;
  asset: AssetContract;
}

const TOPICS = 4;

/**
 * Returns the movement that the ContractEvent at `p` tells of, when it comes from the contract of the asset that it names;
 * else undefined. As in stellar-etl, mint and clawback count only in the form with an administrator, and a burn only when
 * its data is the bare amount.
 */
export function readMovement(at: OperationAt, p: number): AssetMovement | undefined {
  const { view } = at;
  // Extension 0, the option of the contract, type, version 0 of the body, topics.
  if (view.getUint32(p + 4) === 0 || view.getInt32(p + 40) !== ContractEventType.contract) return undefined;
  const kind = tokenTopic(view, p + 52);
  const count = view.getUint32(p + 48);
  if (kind === '' || count !== (kind === 'burn' ? 3 : TOPICS)) return undefined;
  const first = skipScVal(view, p + 52);
  const second = skipScVal(view, first);
  const last = kind === 'burn' ? second : skipScVal(view, second);
  if (view.getInt32(last) !== ScValType.scvString || view.getInt32(first) !== ScValType.scvAddress) return undefined;
  if (kind !== 'burn' && view.getInt32(second) !== ScValType.scvAddress) return undefined;
  const amount = skipScVal(view, last);
  if (kind === 'burn' && view.getInt32(amount) !== ScValType.scvI128) return undefined;
  const asset = at.decoder.contracts.named(view, last + 4);
  if (!asset || !isContract(asset, view, p + 8)) return undefined;
  // Of mint and clawback the first party is the administrator.
  const from = kind === 'mint' ? ABSENT : (kind === 'clawback' ? second : first) + 4;
  const to = kind === 'mint' || kind === 'transfer' ? second + 4 : ABSENT;
  return { kind, from, to, amount, asset };
}

/** Writes the amount of a movement in units of seven decimals; 0 when it comes with a memo (protocol 23), as in stellar-etl. */
export function writeMovedAmount(w: JsonWriter, p: number): void {
  const { view } = w;
  if (view.getInt32(p) !== ScValType.scvI128) w.ascii('0.0000000');
  else if (view.getInt32(p + 4) === 0 && view.getInt32(p + 8) === 0 && view.getInt32(p + 12) >= 0) {
    writeFixedUnits(w, view.getInt32(p + 12), view.getUint32(p + 16));
  } else writeWideUnits(w, (view.getBigInt64(p + 4) << 64n) | view.getBigUint64(p + 12));
}
