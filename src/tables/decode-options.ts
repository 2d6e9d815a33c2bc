/** What is decoded beyond what always is. One object is handed on whole, from the caller to the tables. */
import * as kind from '../options/kinds.ts';
/** What is decoded in addition to the columns and tables that are always filled. */
export interface DecodeOptions {
  /** Fill the columns that hold whole XDR; false by default, then they are null. */
  withXdr?: boolean;
  /** Fill the table `transaction_changes`; false by default. */
  withChanges?: boolean;
}

/** Their names. */
export const DECODE_OPTIONS: Record<keyof DecodeOptions, kind.Kind> = { withXdr: kind.flag, withChanges: kind.flag };

/** Returns those of the options that say what is decoded. */
export function decodeOptions(options: DecodeOptions): DecodeOptions {
  const given = Object.entries(options).filter(
    ([name, value]) => Object.hasOwn(DECODE_OPTIONS, name) && value !== undefined,
  );
  return Object.fromEntries(given);
}
