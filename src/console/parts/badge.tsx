/** Marks of answers that rest on partial knowledge. */
import type { ComponentChildren } from 'preact';

/** Part of `_meta` that says how much an answer knows. */
export interface Coverage {
  state_coverage?: string;
  warnings?: readonly string[];
}

/** A word that stands out. */
export function Badge({ tone = 'plain', children }: { tone?: string; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Whether something succeeded, as a word. */
export const Outcome = ({ successful }: { successful?: boolean }) =>
  successful === undefined ? null : (
    <Badge tone={successful ? 'good' : 'bad'}>{successful ? 'successful' : 'failed'}</Badge>
  );

/** Shows the coverage and the warnings of an answer; nothing if the answer is complete. */
export function CoverageBadge({ meta }: { meta?: Coverage }) {
  const warnings = meta?.warnings ?? [];
  const isPartial = meta?.state_coverage !== undefined && meta.state_coverage !== 'full';
  if (!isPartial && warnings.length === 0) return null;
  const name = isPartial ? 'partial knowledge' : warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`;
  return (
    <details class="coverage">
      <summary>
        <Badge tone="warn">{name}</Badge>
      </summary>
      {isPartial && <p>The lake knows only the ledger entries that its ledgers changed.</p>}
      {warnings.map((warning) => (
        <p>{warning}</p>
      ))}
    </details>
  );
}
