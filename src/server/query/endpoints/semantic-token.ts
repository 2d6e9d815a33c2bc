/** A token in short, and what an address holds of it (contract 9). */
import { flag, may, object as fields, orNull, text, whole } from '../fields.ts';
import { ApiError } from '../errors.ts';
import { object } from '../object.ts';
import * as parameter from '../parameters.ts';
import { scaled } from '../tokens.ts';
import { readToken } from './token.ts';
import { readBalance } from './token-stats.ts';

const TokenSummary = fields({
  contract_id: text(),
  token_name: may(text()),
  token_symbol: may(text()),
  token_decimals: may(whole()),
  token_type: may(text('sac or custom_soroban.')),
  balance: may(text('Of the address, where one is asked for.')),
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
    address: parameter.may(parameter.address(['G', 'M', 'C'], 'An account or a contract whose balance is wanted.')),
  },
  answer: { token: orNull(TokenSummary), found: flag() },
  isState: true,
  async read({ contract_id: id, address }, view) {
    try {
      const { name, symbol, decimals, ...rest } = await readToken(view, id);
      const held = address === undefined ? undefined : await readBalance(view, id, address);
      const balance = address === undefined ? null : (held?.['balance'] ?? scaled('0', Number(decimals)));
      const named = { token_name: name ?? null, token_symbol: symbol ?? null, token_decimals: decimals ?? null };
      return { body: { token: { ...rest, ...named, balance }, found: true } };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return { body: { token: null, found: false } };
      throw error;
    }
  },
});
