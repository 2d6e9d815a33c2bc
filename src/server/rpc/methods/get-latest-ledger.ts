/** Answers `getLatestLedger`: returns the header and the close meta of the newest ledger as XDR. */
import { decodeParams, struct } from '../params.ts';
import { internalError } from '../errors.ts';
import type { Method } from '../call.ts';
import { unreadable } from '../node.ts';

const request = struct('GetLatestLedgerRequest', {});

/** The newest ledger, whole. */
export const getLatestLedger: Method = async ({ node, params, signal }, w) => {
  await decodeParams(request, params);
  const window = node.history.window();
  if (!window) throw internalError('could not get latest ledger sequence');
  const ledger = await node.history.rawLedger(window.last, signal).catch((error: unknown) => {
    unreadable(node, window.last, error);
    throw internalError('could not get latest ledger');
  });
  const { bytes, hash, headerStart, headerEnd } = ledger;
  w.from(bytes);
  w.reserve(Math.ceil((bytes.length * 4) / 3) + 4096);
  w.ascii('{"id":');
  w.quotedHex(hash, hash + 32);
  w.ascii(',"protocolVersion":');
  w.integer(ledger.protocolVersion);
  w.ascii(',"sequence":');
  w.integer(ledger.sequence);
  w.ascii(',"closeTime":');
  w.quotedInteger(ledger.closeTime);
  w.ascii(',"headerXdr":');
  w.quotedBase64(headerStart, headerEnd);
  w.ascii(',"metadataXdr":');
  w.quotedBase64(0, bytes.length);
  w.ascii('}');
};
