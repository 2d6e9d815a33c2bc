/** Answers `getNetwork`: returns the passphrase, the protocol version and the friendbot's URL. */
import { decodeParams, struct } from '../params.ts';
import type { Method } from '../call.ts';
import { unreadable, windowOf } from '../node.ts';

const request = struct('GetNetworkRequest', {});

/** The network's passphrase and protocol. */
export const getNetwork: Method = async ({ node, params, signal }, w) => {
  await decodeParams(request, params);
  const { last } = windowOf(node);
  const ledger = await node.history.rawLedger(last, signal).catch((error: unknown) => {
    throw unreadable(node, last, error);
  });
  w.ascii('{');
  if (node.config.friendbotUrl) {
    w.ascii('"friendbotUrl":');
    w.quoted(node.config.friendbotUrl);
    w.ascii(',');
  }
  w.ascii('"passphrase":');
  w.quoted(node.config.passphrase);
  w.ascii(',"protocolVersion":');
  w.integer(ledger.protocolVersion);
  w.ascii('}');
};
