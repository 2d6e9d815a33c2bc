/** A token in short, and an address's balance of it. */
import { big, boolean, may, fields, orNull, text, whole } from '../../fields.ts';
import { ApiError } from '../../errors.ts';
import { leftOut } from '../../meta.ts';
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { decimalsSource, unitsOf } from '../../tokens.ts';
import { readToken } from '../tokens/token.ts';
import { readBalance } from '../tokens/token-stats.ts';

const TokenSummary = fields({
  contract_id: text(),
  token_name: may(text()),
  token_symbol: may(text()),
  token_decimals: may(whole()),
  decimals_source: text(decimalsSource),
  token_type: may(text('sac or custom_soroban.')),
  balance: may(text('Balance of the requested address; absent if decimals are unknown.')),
  balance_raw: may(big('The same in the smallest unit.')),
  holder_count: may(whole()),
  transfer_count: may(whole()),
  first_seen: may(text()),
  last_activity: may(text()),
});

export const semanticToken = object({
  path: '/api/v1/semantic/tokens/{contract_id}',
  summary: 'A token in short',
  parameters: {
    contract_id: parameter.contract('Contract of the token.'),
    address: parameter.may(
      parameter.address(['G', 'M', 'C', 'W'], 'An account or a contract whose balance is wanted.'),
    ),
  },
  answer: { token: orNull(TokenSummary), found: boolean() },
  isState: true,
  async read({ contract_id: id, address }, view) {
    try {
      const { name, symbol, decimals: shown, ...rest } = await readToken(view, id);
      const decimals = rest['decimals_source'] === 'default' ? null : shown;
      const held = address === undefined ? undefined : await readBalance(view, id, address);
      const raw = address === undefined ? null : (held?.['balance_raw'] ?? '0');
      const named = { token_name: name ?? null, token_symbol: symbol ?? null, token_decimals: decimals ?? null };
      const balance = { balance: unitsOf(raw, decimals), balance_raw: raw };
      return { body: { token: { ...rest, ...named, ...balance }, found: true }, warnings: leftOut(view.coverage) };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { body: { token: null, found: false } };
      throw error;
    }
  },
});
