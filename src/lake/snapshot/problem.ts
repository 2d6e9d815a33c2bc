/** Something that is not as it should be. */
export interface Problem {
  /** The manifest's or Parquet file's path in the lake, or the segment's name. */
  where: string;
  check: 'missing-file' | 'file-hash' | 'row-count' | 'manifest' | 'previous-ledger-hash';
  found: string;
  expected: string;
}
