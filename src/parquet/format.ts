/** Numbers of the format (apache/parquet-format, parquet.thrift). */
export const encodings = { plain: 0, rle: 3, rleDictionary: 8 } as const;
/** What format version 1 called `rleDictionary` in a header of data, and `plain` in one of a dictionary. */
export const PLAIN_DICTIONARY = 2;
export const codecs = { none: 0, snappy: 1, zstd: 6 } as const;
export const pages = { data: 0, dictionary: 2 } as const;
export const repetitions = { required: 0, optional: 1 } as const;
