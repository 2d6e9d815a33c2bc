/** The JSON that tables hold, from values of a ledger. */
import { JsonWriter } from '../../xdr/json-writer.ts';
import type { Decoder } from '../decoder.ts';

/** A JSON writer that has at hand what its decoder keeps of assets and times. */
export class ValueWriter extends JsonWriter {
  readonly assets: Decoder['assets'];
  readonly times: Decoder['times'];

  constructor({ keys, assets, times }: Pick<Decoder, 'keys' | 'assets' | 'times'>) {
    super(keys);
    this.assets = assets;
    this.times = times;
  }
}
