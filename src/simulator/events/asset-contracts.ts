/** Derives the contract id and the SEP-11 name of each asset on a network. */
import { StrKey } from '@stellar/stellar-sdk/base';
import { writeAsset } from '../encode/values.ts';
import { Writer } from '../encode/writer.ts';
import { sha256 } from '../identity.ts';
import type { AssetId } from '../state/entries.ts';
import { codeOf, issuerOf } from '../state/keys.ts';

/** The contract of an asset, and the asset's name as an event's last topic. */
export interface EventContract {
  id: Uint8Array;
  topic: Uint8Array;
}

/** Returns the contracts of a network's assets; each is worked out once. */
export function assetContracts(networkId: Uint8Array): (asset: AssetId) => EventContract {
  const known = new Map<AssetId, EventContract>();
  return (asset) => {
    const found = known.get(asset) ?? { id: contractId(networkId, asset), topic: nameTopic(asset) };
    known.set(asset, found);
    return found;
  };
}

// SHA-256 of HashIDPreimage: ENVELOPE_TYPE_CONTRACT_ID, the network, CONTRACT_ID_PREIMAGE_FROM_ASSET
function contractId(networkId: Uint8Array, asset: AssetId): Uint8Array {
  return sha256(writeAsset(new Writer().int(8).raw(networkId).int(1), asset).toBytes());
}

function nameTopic(asset: AssetId): Uint8Array {
  return new Writer().int(scv.string).string(assetName(asset)).toBytes();
}

/** Returns `native` or `CODE:ISSUER` with the issuer's address (SEP-11). */
export function assetName(asset: AssetId): string {
  const issuer = issuerOf(asset);
  return issuer ? `${codeOf(asset)}:${StrKey.encodeEd25519PublicKey(Buffer.from(issuer, 'hex'))}` : asset;
}

/** The protocol's numbers for kinds of contract values. */
export const scv = { bool: 0, u64: 5, i128: 10, bytes: 13, string: 14, symbol: 15, map: 17, address: 18 } as const;
