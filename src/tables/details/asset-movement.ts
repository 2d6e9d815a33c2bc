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
const topics = new Int32Array(TOPICS + 1);

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
  topics[0] = p + 52;
  for (let i = 0; i < count; i++) topics[i + 1] = skipScVal(view, topics[i]);
  const last = topics[count - 1];
  if (view.getInt32(last) !== ScValType.scvString) return undefined;
  for (let i = 1; i < count - 1; i++) if (view.getInt32(topics[i]) !== ScValType.scvAddress) return undefined;
  if (kind === 'burn' && view.getInt32(topics[count]) !== ScValType.scvI128) return undefined;
  const asset = at.decoder.contracts.named(view, last + 4);
  return asset && isContract(asset, view, p + 8) ? movement(kind, asset, topics[count]) : undefined;
}

/** Of mint and clawback the first party is the administrator. */
function movement(kind: TokenTopic, asset: AssetContract, amount: number): AssetMovement {
  const [first, second] = [topics[1] + 4, topics[2] + 4];
  const from = kind === 'mint' ? ABSENT : kind === 'clawback' ? second : first;
  const to = kind === 'mint' || kind === 'transfer' ? second : ABSENT;
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
