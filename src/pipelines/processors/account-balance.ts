/** Changed balances of the accounts in the config. */
import Type from 'typebox';
import { column } from '../../arrow/table.ts';
import { ByteWriter } from '../../core/bytes.ts';
import type { ChangedEntry } from '../../ledger/compact.ts';
import { LUMENS, type AssetText } from '../../tables/asset/assets.ts';
import { pushClosedAt, type Context } from '../../tables/context.ts';
import { entryHead, shownEntry } from '../../tables/entry/entry.ts';
import { AssetType, LedgerEntryType } from '../../xdr/generated/enums.ts';
import {
  atAccountEntry,
  atTrustLineEntry,
  locateAccountEntry,
  locateTrustLineEntry,
} from '../../xdr/generated/locate.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import { extractionOf, processorConfig, type ExtractionSettings, type Processor } from '../component.ts';
import { defineRecords } from '../sink.ts';

const accountBalances = defineRecords({
  name: 'account_balances',
  grain: 'One row per account, asset and ledger in which the balance changed.',
  key: ['account_id', 'asset_type', 'asset_code', 'asset_issuer', 'ledger_sequence'],
  ledger: 'ledger_sequence',
  columns: {
    account_id: column('utf8', 'Address of the account.'),
    asset_type: column('utf8', 'Type of the asset.'),
    asset_code: column('utf8', 'Code of the asset; empty for lumens.'),
    asset_issuer: column('utf8', 'Issuer; empty for lumens.'),
    balance: column('int64', 'Balance at the end of the ledger; 0 for an entry that was removed.', 'stroops'),
    ledger_sequence: column('int32', 'Ledger of the record.'),
    closed_at: column('timestamp', 'Close time of the ledger.', 'UTC'),
  },
});

export const accountBalance: Processor = {
  kind: 'processor',
  id: 'account_balance',
  name: 'Account Balance',
  description: 'Changed balances of the accounts in the config.',
  origin: 'hosted',
  records: [accountBalances],
  extraction: accountBalanceExtraction,
  config: processorConfig({
    account_ids: Type.Array(Type.String({ format: 'stellar-account' }), { minItems: 1, description: 'The accounts.' }),
    assets: Type.Optional(
      Type.Array(
        Type.String({ 'x-expects': { format: 'stellar-asset', description: 'an asset is native, or CODE:ISSUER' } }),
        {
          description: 'native, or CODE:ISSUER; by default all.',
        },
      ),
    ),
  }),
  example: `- type: account_balance\n  config: {account_ids: [GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7]}\n`,
};

const accountAt = atAccountEntry();
const trustLineAt = atTrustLineEntry();

function accountBalanceExtraction({ config }: ExtractionSettings) {
  const asSet = (list: unknown) => (Array.isArray(list) ? new Set(list.map(String)) : undefined);
  const accounts = asSet(config['account_ids']);
  const assets = asSet(config['assets']);
  const text = new ByteWriter(64);
  return extractionOf({ out: accountBalances }, (context, { out }) => {
    const { view, keys, ledger } = context;
    const push = (entry: ChangedEntry, account: number, asset: AssetText, balance: number) => {
      text.length = 0;
      keys.write(text, strkeyVersion.account, view, account + 4);
      const id = text.text();
      const name = asset.type === 'native' ? 'native' : `${asset.code}:${asset.issuer}`;
      if (!accounts?.has(id) || (assets && !assets.has(name))) return;
      out.account_id.ascii(id);
      out.asset_type.ascii(asset.type);
      out.asset_code.push(asset.code);
      out.asset_issuer.ascii(asset.issuer);
      out.balance.pushOptionalAt(view, entry.post < 0 ? -1 : balance);
      out.ledger_sequence.push(ledger.sequence);
      pushClosedAt(out.closed_at, context);
    };
    pushLumens(context, push);
    pushTrusted(context, push);
  });
}

type Push = (entry: ChangedEntry, account: number, asset: AssetText, balance: number) => void;

function pushLumens({ view, entries }: Context, push: Push): void {
  for (const entry of entries[LedgerEntryType.account]) {
    locateAccountEntry(view, entryHead(view, shownEntry(entry)).data, accountAt);
    if (isMoved(view, entry, accountAt.balance)) push(entry, accountAt.accountId, LUMENS, accountAt.balance);
  }
}

/** Shares of pools are no assets of their own. */
function pushTrusted({ view, entries, decoder }: Context, push: Push): void {
  for (const entry of entries[LedgerEntryType.trustline]) {
    locateTrustLineEntry(view, entryHead(view, shownEntry(entry)).data, trustLineAt);
    if (view.getInt32(trustLineAt.asset) === AssetType.assetTypePoolShare) continue;
    const asset = decoder.assets.at(view, trustLineAt.asset);
    if (isMoved(view, entry, trustLineAt.balance)) push(entry, trustLineAt.accountId, asset, trustLineAt.balance);
  }
}

/** True if the balance at `p` changed. It has the same offset in the entry before and after. */
function isMoved(view: DataView, entry: ChangedEntry, p: number): boolean {
  if (entry.pre < 0 || entry.post < 0) return true;
  return view.getBigInt64(p) !== view.getBigInt64(p - shownEntry(entry) + entry.pre);
}
