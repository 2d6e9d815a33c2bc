import { LedgerEntryType } from '../../../xdr/generated/enums.ts';
import { decodeParams, listOf, string, struct } from '../decode.ts';
import { internalError, invalidParams, RpcError } from '../errors.ts';
import { checkFormat } from '../format.ts';
import { decodeLedgerKey } from '../key-memory.ts';
import { windowOf, type Method } from '../node.ts';

const request = struct('GetLedgerEntriesRequest', { keys: listOf('string', string), xdrFormat: string });
const MAX_KEYS = 200;

/** Ledger entries: state, which ledger files do not hold. */
export const getLedgerEntries: Method = ({ node, params }) => {
  const { keys = [], xdrFormat = '' } = decodeParams(request, params) as { keys?: string[]; xdrFormat?: string };
  checkFormat(xdrFormat);
  if (keys.length > MAX_KEYS) {
    throw invalidParams(`key count (${keys.length}) exceeds maximum supported (${MAX_KEYS})`);
  }
  keys.forEach(checkKey);
  windowOf(node, 'could not get latest ledger: ');
  if (keys.length === 0) throw internalError('could not query captive core: no keys specified in request');
  throw new RpcError(
    'internal_error',
    'could not query captive core: ledger state is not available on this node',
    'ledger files hold changes, not state, and no core is attached',
  );
};

function checkKey(key: string | undefined, index: number): void {
  const view = decodeLedgerKey(key ?? '');
  if (!view) throw invalidParams(`cannot unmarshal key value ${key ?? ''} at index ${index}`);
  if (view.getInt32(0) === LedgerEntryType.ttl) throw invalidParams('ledger ttl entries cannot be queried directly');
}
