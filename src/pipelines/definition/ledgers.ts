/** The range of a definition: judged by its text, since YAML reads 02434280 as a number (B1 to B7). */
import { below, type Findings } from '../yaml/findings.ts';
import type { MapNode, Node } from '../yaml/nodes.ts';

const MOST = 0xffffffff;
const FIRST = 2;
/** Of more ledgers a plan is worth a look before they are read: of pubnet they are more than 100 GB. */
const LARGE = 1_000_000;

/** A range as a definition has it; what is wrong is absent. */
export interface LedgerTexts {
  startLedger?: string;
  endLedger?: string;
}

/** Returns the texts of both ends; what is wrong with them is added to the findings. */
export function checkLedgers(spec: MapNode, findings: Findings): LedgerTexts {
  const start = spec.entries.get('startLedger')?.value;
  const end = spec.entries.get('endLedger')?.value;
  const startLedger = start && ledgerText(start, 'startLedger', ['latest', 'genesis'], findings);
  const endLedger = end && ledgerText(end, 'endLedger', [], findings);
  if (start && startLedger === '1') {
    findings.warn('genesis_ledger', 'spec.startLedger', 'no data is in ledger 1: the pipeline starts at 2', {
      at: start.at,
    });
  }
  if (end && startLedger !== undefined && endLedger !== undefined) checkOrder(startLedger, endLedger, end, findings);
  return {
    ...(startLedger !== undefined && { startLedger: startLedger === '1' ? String(FIRST) : startLedger }),
    ...(endLedger !== undefined && { endLedger }),
  };
}

/** Returns whether a range has more than 1,000,000 ledgers. */
export function isLarge(first: number, last: number): boolean {
  return last - first + 1 > LARGE;
}

/** Returns what is said of a range that is large. */
export function largeText(first: number, last: number): string {
  return `${last - first + 1} ledgers are to be read: look at the plan before, for bytes and price`;
}

function ledgerText(node: Node, name: string, words: readonly string[], findings: Findings): string | undefined {
  const path = below('spec', name);
  if (node.kind !== 'scalar' || typeof node.value === 'boolean') {
    findings.error('wrong_type', path, `${name} is the number of a ledger, as text`, { at: node.at });
    return undefined;
  }
  const { source } = node;
  if (words.includes(source)) return source;
  if (/^[1-9][0-9]{0,9}$/.test(source) && Number(source) <= MOST) return source;
  const expected = ['digits without leading zeros, from 1 to 4294967295', ...words].join(', or ');
  findings.error('invalid_ledger', path, `${name} must be ${expected}`, { at: node.at, value: source.slice(0, 100) });
  return undefined;
}

function checkOrder(start: string, end: string, { at }: Node, findings: Findings): void {
  if (start === 'latest') {
    findings.warn('latest_with_end', 'spec.endLedger', 'where the pipeline starts is known only when it does', { at });
    return;
  }
  const first = start === 'genesis' ? FIRST : Math.max(Number(start), FIRST);
  if (isLarge(first, Number(end)))
    findings.warn('large_range', 'spec.endLedger', largeText(first, Number(end)), { at });
  if (Number(end) > first) return;
  findings.error('end_not_greater', 'spec.endLedger', `endLedger must be greater than startLedger (${first})`, {
    at,
    value: end,
  });
}
