/** The contracts of assets (CAP-46-06). A contract's id costs a hash, so an asset keeps its own. */
import { Piece } from '../../core/bytes.ts';
import { Kept } from '../../xdr/kept.ts';
import { LUMENS_XDR, namedAssetXdr } from './asset-xdr.ts';
import { assetBytes, type AssetContract, type Assets, type AssetText } from './assets.ts';
import { assetContractId, contractAddress } from './contract-id.ts';

const KEPT_NAMES = 1 << 14;

/** The contracts of assets on one network. */
export class AssetContracts {
  readonly #networkId: Uint8Array;
  readonly #assets: Assets;
  readonly #named = new Kept(KEPT_NAMES, 68, (view, start) => this.#ofName(view, start));
  /** The contract of lumens. */
  readonly native: AssetContract;

  constructor(networkId: Uint8Array, assets: Assets) {
    this.#networkId = networkId;
    this.#assets = assets;
    this.native = this.of(new DataView(LUMENS_XDR.buffer), 0);
  }

  /** Returns the contract of the Asset at `p`. */
  of(view: DataView, p: number): AssetContract {
    const asset = this.#assets.at(view, p);
    return (asset.contract ??= this.#describe(asset, view, p));
  }

  /**
   * Returns the contract of the asset that the XDR string at `p`, its length first, names as SEP-11 does: `native` or
   * `CODE:ISSUER`; nothing when it names none.
   */
  named(view: DataView, p: number): AssetContract | undefined {
    const length = view.getUint32(p);
    if (length < SHORTEST_NAME || length > LONGEST_NAME) return undefined;
    const end = p + 4 + ((length + 3) & ~3);
    // The length is part of the key: the padding after the text is zeros, as the text itself may be.
    return this.#named.of(view, p, end, nameHash(view, p + 4, end));
  }

  #ofName(view: DataView, start: number): AssetContract | undefined {
    const length = view.getUint32(start);
    const name = Buffer.from(view.buffer, view.byteOffset + start + 4, length).toString('latin1');
    const xdr = namedAssetXdr(name);
    return xdr && this.of(new DataView(xdr.buffer), 0);
  }

  #describe(asset: AssetText, view: DataView, p: number): AssetContract {
    const at = view.byteOffset + p;
    const xdr = new Uint8Array(view.buffer.slice(at, at + assetBytes(view, p)));
    const id = Uint8Array.from(assetContractId(this.#networkId, xdr));
    const address = new Piece(contractAddress(id));
    return { asset, xdr, view: new DataView(xdr.buffer), id: new DataView(id.buffer), address };
  }
}

/** `native`; a code of twelve, a colon and an issuer. */
const SHORTEST_NAME = 6;
const LONGEST_NAME = 69;

/** Of a code's first and an issuer's last letters. */
function nameHash(view: DataView, start: number, end: number): number {
  return Math.imul(view.getInt32(start), 0x9e3779b1) ^ view.getInt32(end - 4) ^ view.getInt32(end - 8);
}

/** Whether the 32 bytes at `p` are the contract's id. */
export function isContract({ id }: AssetContract, view: DataView, p: number): boolean {
  for (let i = 0; i < 32; i += 8) if (view.getBigInt64(p + i) !== id.getBigInt64(i)) return false;
  return true;
}
