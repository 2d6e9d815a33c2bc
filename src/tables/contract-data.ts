/** Contract storage. Nonces are left out, as Hubble does. */
import { column, defineTable, nullable, oneOf, type ColumnsOf } from '../arrow/table.ts';
import { ABSENT } from '../ledger/transaction.ts';
import { ContractDataDurability, LedgerEntryChangeType, LedgerEntryType, ScValType } from '../xdr/generated/enums.ts';
import { jsonScVal } from '../xdr/generated/json.ts';
import { atContractDataEntry, locateContractDataEntry } from '../xdr/generated/locate.ts';
import { goNames, GoPieces } from '../xdr/names.ts';
import type { ChangedEntry } from '../ledger/compact.ts';
import { NO_ASSET, pushAssetNames, type AssetNames, type AssetText } from './asset/assets.ts';
import { pushAddress, pushJson, type Context } from './context.ts';
import { LastValue } from './repeated.ts';
import { commonColumns, entryHead, pushCommon, shownEntry } from './entry/entry.ts';
import { pushLedgerKey } from './entry/ledger-key.ts';
import { sacAsset, sacBalance, writeDifference } from './asset/sac.ts';

export const contractData = defineTable({
  name: 'contract_data',
  grain: 'One row per entry of contract storage and ledger in which it changed; no nonces.',
  key: ['ledger_key_hash', 'ledger_sequence'],
  columns: {
    contract_id: column('utf8', 'Contract that owns the entry.'),
    contract_key_type: oneOf(
      column('utf8', 'ScVal type of the key by its Go name, such as ScValTypeScvVec.'),
      goNames('ScValType', ScValType).values(),
    ),
    contract_durability: column('utf8', 'ContractDataDurabilityPersistent or ContractDataDurabilityTemporary.'),
    asset_code: column(
      'utf8',
      "Code of the asset, on the instance of an asset's contract; empty for lumens and other entries.",
    ),
    asset_issuer: column(
      'utf8',
      "Issuer of the asset, on the instance of an asset's contract; empty for lumens and other entries.",
    ),
    asset_type: column(
      'utf8',
      "Type of the asset, on the instance of an asset's contract: native, credit_alphanum4 or credit_alphanum12; else empty.",
    ),
    balance_holder: column(
      'utf8',
      "Contract that holds the balance, on a persistent entry in the form of an asset contract's balances; else empty.",
    ),
    balance: column('utf8', 'Balance of balance_holder, as an integer in text; empty for other entries.', 'stroops'),
    balance_change: nullable('utf8', 'Change of balance in the ledger; null if the meta does not say.', 'stroops'),
    ledger_key_hash: column('utf8', "SHA-256 of the entry's LedgerKey; equals ttl.key_hash.", 'hex'),
    ledger_key_hash_base_64: column('utf8', 'The whole LedgerKey of the entry, despite the name.', 'base64 XDR'),
    key: column('utf8', 'Key of the entry, an ScVal.', 'base64 XDR'),
    key_decoded: column('utf8', 'Key of the entry in SEP-51 JSON.', 'JSON'),
    val: column('utf8', 'Value of the entry, an ScVal.', 'base64 XDR'),
    val_decoded: column('utf8', 'Value of the entry in SEP-51 JSON.', 'JSON'),
    contract_data_xdr: nullable('utf8', 'ContractDataEntry; null unless loaded with XDR.', 'base64 XDR'),
    ...commonColumns,
  },
});

const at = atContractDataEntry();
const before = atContractDataEntry();
const keyTypes = new GoPieces('ScValType', ScValType);
const durabilities = new GoPieces('ContractDataDurability', ContractDataDurability);

type Out = ColumnsOf<typeof contractData>;

/** Writes the rows; with `asNamed`, another name of the asset's type. */
export function extractContractData(
  context: Context,
  out: Out,
  asNamed: (asset: AssetText) => AssetNames = (asset) => asset,
): void {
  const { view } = context;
  const last = new LastValue();
  for (const entry of context.entries[LedgerEntryType.contractData]) {
    const { data, lastModified } = entryHead(view, shownEntry(entry));
    locateContractDataEntry(view, data, at);
    if (view.getInt32(at.key) === ScValType.scvLedgerKeyNonce) continue;
    pushAddress(out.contract_id, context, at.contract);
    out.contract_key_type.piece(keyTypes.of(view.getInt32(at.key)));
    out.contract_durability.piece(durabilities.of(view.getInt32(at.durability)));
    const asset = sacAsset(context, at);
    pushAssetNames(out.asset_type, out.asset_code, out.asset_issuer, asset ? asNamed(asset) : NO_ASSET);
    pushBalance(context, out, entry);
    pushLedgerKey(out.ledger_key_hash, out.ledger_key_hash_base_64, context, entry);
    out.key.base64(view, at.key, at.durability);
    pushJson(out.key_decoded, context, jsonScVal, at.key);
    if (last.endOfSame(view, at.val) !== ABSENT) {
      out.val.repeat();
      out.val_decoded.repeat();
    } else {
      out.val.base64(view, at.val, at.end);
      pushJson(out.val_decoded, context, jsonScVal, at.val);
      last.set(at.val, at.end);
    }
    if (context.options.withXdr) out.contract_data_xdr.base64(view, data, at.end);
    pushCommon(out, context, entry.change, lastModified);
  }
}

/** Writes the balance that the entry at `at` holds, if it is one. */
function pushBalance(context: Context, out: Out, entry: ChangedEntry): void {
  const { view } = context;
  const { balance_holder: holder, balance, balance_change: change } = out;
  const row = balance.length;
  const held = sacBalance(view, at);
  if (!held) {
    holder.end();
    return balance.end();
  }
  pushAddress(holder, context, held.holder);
  writeDifference(balance.writer, view, held.amount, ABSENT);
  balance.end();
  const [after, former] = entry.post < 0 ? [ABSENT, held.amount] : [held.amount, formerAmount(view, entry)];
  if (former === undefined) return;
  writeDifference(change.at(row).writer, view, after, former);
  change.end();
}

/** Offset of the balance before the change: -1 for a new entry, undefined if the meta lacks the earlier state. */
function formerAmount(view: DataView, { change, pre }: ChangedEntry): number | undefined {
  if (change === LedgerEntryChangeType.ledgerEntryCreated) return ABSENT;
  if (pre < 0) return undefined;
  locateContractDataEntry(view, entryHead(view, pre).data, before);
  return sacBalance(view, before)?.amount;
}
