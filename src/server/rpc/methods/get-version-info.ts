/** Answers `getVersionInfo`: returns the versions of this program and of the network's protocol. */
import { decoderVersion } from '../../../version.ts';
import { decodeParams, struct } from '../params.ts';
import type { Method } from '../call.ts';

const request = struct('GetVersionInfoRequest', {});

/** This program's version; no core is attached. */
export const getVersionInfo: Method = async ({ node, params, signal }, w) => {
  await decodeParams(request, params);
  const window = node.history.window();
  const protocolVersion = window ? (await node.history.rawLedger(window.last, signal)).protocolVersion : 0;
  w.value({
    version: decoderVersion,
    commitHash: '',
    buildTimestamp: '',
    captiveCoreVersion: 'none',
    protocolVersion,
  });
};
