/** The JSON that tables hold, from values of a ledger. */
import { JsonWriter } from '../../xdr/json-writer.ts';
import type { Decoder } from '../decoder.ts';

/** A JSON writer that has at hand what its decoder keeps of assets. */
export class ValueWriter extends JsonWriter {
  readonly assets: Decoder['assets'];

  constructor({ keys, assets }: Pick<Decoder, 'keys' | 'assets'>) {
    super(keys);
    this.assets = assets;
  }
}
