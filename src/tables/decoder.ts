/** What turns the ledgers of one network into tables, and keeps from ledger to ledger what repeats. */
import { Strkeys } from '../xdr/strkey.ts';
import { AssetContracts } from './asset/contract.ts';
import { Assets } from './asset/assets.ts';
import type { DecodeOptions } from './decode-options.ts';
import { Topics } from './event/topic.ts';
import { KeyHashes } from './entry/key-hashes.ts';
import { CallWriter } from './details/parameters.ts';
import { IsoTimes } from './json/iso-time.ts';

/** Made once for the ledgers of a network: nothing of it is shared with another decoder, and it holds no ledger. */
export class Decoder {
  /** SHA-256 of the network passphrase. */
  readonly networkId: Uint8Array;
  readonly options: DecodeOptions;
  readonly keys = new Strkeys();
  readonly assets = new Assets();
  readonly times = new IsoTimes();
  readonly contracts: AssetContracts;
  readonly keyHashes = new KeyHashes();
  readonly topics = new Topics();
  readonly calls = new CallWriter(this.keys);

  constructor(networkId: Uint8Array, options: DecodeOptions = {}) {
    this.networkId = networkId;
    this.options = options;
    this.contracts = new AssetContracts(networkId, this.assets);
  }
}
