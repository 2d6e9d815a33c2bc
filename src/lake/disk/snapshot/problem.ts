/** Something that is not as it should be. */
export interface Problem {
  /** The path in the lake of the manifest, Parquet file or file of the index, or the segment's name. */
  where: string;
  check:
    | 'missing-file'
    | 'file-hash'
    | 'row-count'
    | 'index-file'
    | 'manifest'
    | 'snapshot'
    | 'sealed-file'
    | 'previous-ledger-hash';
  found: string;
  expected: string;
}
