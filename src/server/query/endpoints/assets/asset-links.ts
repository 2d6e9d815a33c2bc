/** Maps an asset to its contract, and a contract to its asset. */
import { listOf, may, fields, text, whole, type Row } from '../../fields.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { assetToken, decimalsSource } from '../../tokens.ts';
import type { View } from '../../view.ts';
import { wallClock } from '../../wall-clock.ts';
import { Asset, assetRecord, contractOf, readKnownAsset } from '../../asset.ts';
import { readRegistered } from '../tokens/registered-token.ts';
import { readToken } from '../tokens/token.ts';

const LinkedToken = fields({
  contract_id: text(),
  token_type: text('sac for the contract of an asset, else custom_soroban.'),
  token_name: may(text()),
  token_symbol: may(text()),
  token_decimals: may(whole()),
  decimals_source: text(decimalsSource),
});

const ClassicAsset = fields({ asset_code: text(), asset_issuer: may(text()), canonical_slug: text() });

export const assetLinks = object({
  path: '/api/v1/silver/assets/{asset}/links',
  summary: 'The contract of an asset, or the asset of a contract',
  parameters: { asset: parameter.assetOrContract('CODE:ISSUER, XLM, or the contract of a token.') },
  answer: {
    asset: Asset,
    canonical_slug: text('Name of the asset in paths: CODE:ISSUER, XLM or the contract.'),
    linked_tokens: listOf(LinkedToken, 'The contract of an asset, deployed or not.'),
    linked_classic_asset: may(ClassicAsset),
    generated_at: text(),
  },
  isState: true,
  async read({ asset: named }, view) {
    const isContract = named.length === 56 && !named.includes(':');
    const links = isContract ? await linksOfContract(view, named) : await linksOfAsset(view, named);
    return { body: { ...links, generated_at: wallClock() } };
  },
});

async function linksOfContract(view: View, id: string): Promise<Row> {
  const { name, symbol, decimals: shown, ...token } = await readToken(view, id);
  const decimals = token['decimals_source'] === 'default' ? null : shown;
  const names = { token_name: name ?? null, token_symbol: symbol ?? null, token_decimals: decimals ?? null };
  const { asset_code: code = null, asset_issuer: issuer = null } = token;
  const slug = issuer === null ? 'XLM' : `${String(code)}:${String(issuer)}`;
  return {
    asset: { code: id, type: 'soroban_token' },
    canonical_slug: id,
    linked_tokens: [{ ...token, ...names }],
    linked_classic_asset: code === null ? null : { asset_code: code, asset_issuer: issuer, canonical_slug: slug },
  };
}

async function linksOfAsset(view: View, named: string): Promise<Row> {
  const known = await readKnownAsset(view, named);
  const asset = assetRecord(known);
  const id = contractOf(view, known);
  const token = (await readRegistered(view, id)) ?? assetToken(String(asset['type']), known.code, known.issuer);
  return {
    asset,
    canonical_slug: known.issuer === null ? 'XLM' : known.key,
    linked_tokens: [{ ...token, contract_id: id }],
    linked_classic_asset: null,
  };
}
