/** Numbers of the format (apache/parquet-format, parquet.thrift). */
export const encodings = { plain: 0, rle: 3, rleDictionary: 8 } as const;
/** What format version 1 called `rleDictionary` in a header of data, and `plain` in one of a dictionary. */
export const PLAIN_DICTIONARY = 2;
export const codecs = { none: 0, snappy: 1, zstd: 6 } as const;
export const pages = { data: 0, dictionary: 2 } as const;
export const repetitions = { required: 0, optional: 1 } as const;
/**
 * A byte behind the pages of each chunk. No page header begins with it, so that a reader which looks for one more page, as a
 * damaged header may have it do, fails instead of reading the pages of the next column.
 */
export const CHUNK_GUARD: Uint8Array = Uint8Array.of(0);
