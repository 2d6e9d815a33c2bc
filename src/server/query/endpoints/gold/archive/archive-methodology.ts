/** What stands beside the files of an archive, for who reads them later. */
import type { Archive } from './archive-files.ts';

/** Returns the rules by which an archive was made, as Markdown. */
export function methodology({ asset, period, coverage, methodology_version: version }: Archive): string {
  const name = asset.issuer === undefined ? asset.code : `${asset.code} of ${asset.issuer}`;
  const isFull = coverage.state === 'full';
  const known = isFull
    ? 'Every ledger entry is known, so balances and totals are complete.'
    : `Not every ledger entry is known, of ledgers ${coverage.oldest}-${coverage.latest}. The archive lists the known holders and leaves out totals over them. Lumens' total is that of ledger headers.`;
  return `# ${name}, ${period.start} to ${period.end}

Rules: ${version}.

- Everything comes from ledger files whose names and SHA-256 are the \`parents\` in \`manifest.json\`. Ledgers were checked against their
  hashes and the chain of headers; \`ledger_hashes\` are those of the first and last ledger.
- ${known}${coverage.gaps.length > 0 ? ` Ledgers are missing: ${JSON.stringify(coverage.gaps)}.` : ''}
- \`transactions\`: every movement of the asset in the period, from unified events (CAP-67), or derived from operations, results and
  changes where a ledger has none. Failed transactions move nothing.
- \`balances_…\`: holders after the last ledger that closed at or before the time, the largest first. Percentages are of all that is held,
  claimable balances, pools and contracts included, with two places, halves rounded up (balance_snapshot_v2).
- \`supply_timeline\`: the same totals at the start, each day after it, and the end (supply_timeline_v2). \`net_minted\` is what was minted
  without what was burned or clawed back; of lumens it is what headers say that inflation added and fees took away.
- Amounts are exact decimals with seven places; nothing was a binary fraction on its way.
- The \`checksum\` in a JSON file is the SHA-256 of the canonical JSON (RFC 8785) of its rows and what they are of; those in
  \`manifest.json\` are of the bytes of files. The same ledgers and request give the same rows, and the same \`reproducibility_key\`.
`;
}
