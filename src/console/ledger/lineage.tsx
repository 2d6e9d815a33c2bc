/** Where a ledger comes from: its file and hashes, and the checks that it passed when it was loaded. */
import { Badge } from '../parts/badge.tsx';
import { Fields } from '../parts/fields.tsx';
import { SqlPanel } from '../parts/sql-panel.tsx';
import { Empty } from '../parts/states.tsx';
import { grouped, Time } from '../parts/text.tsx';
import { Value } from '../parts/value.tsx';

const sqlOf = (
  sequence: number,
) => `select l.ledger_hash, l.first_byte, l.bytes as ledger_bytes, l.checks, l.unchecked, l.segment,
  f.object_name, f.first_ledger, f.last_ledger, f.bytes, f.sha256, f.compression, f.loaded_at, f.decoder_version
from meta.ledgers l
left join meta.ledger_files f using (file_id)
where l.sequence = ${sequence}`;

export const Lineage = ({ sequence }: { sequence: number }) => (
  <SqlPanel title="Lineage and verification" sql={sqlOf(sequence)} lines={10}>
    {([row]) => {
      if (row === undefined) return <Empty>The lake does not say where this ledger comes from.</Empty>;
      const text = (name: string) => String(row[name] ?? '–');
      const [checks, unchecked] = [row['checks'] as string[], row['unchecked'] as string[]];
      return (
        <Fields
          of={[
            ['Ledger hash', <code>{text('ledger_hash')}</code>],
            ['Verified', checks.length > 0 && <Badges of={checks} tone="good" />],
            ['Not verified', unchecked.length > 0 && <Badges of={unchecked} tone="warn" />],
            ['File', <Value text={text('object_name')} />],
            ['Ledgers of the file', `${text('first_ledger')} to ${text('last_ledger')}`],
            ['Bytes of the ledger', range(BigInt(text('first_byte')), BigInt(text('ledger_bytes')))],
            ['Size of the file', `${grouped(text('bytes'))} bytes, ${text('compression')}`],
            ['SHA-256 of the file', <code>{text('sha256')}</code>],
            ['Loaded', <Time at={`${text('loaded_at')}Z`} />],
            ['Decoded by', <Value text={text('decoder_version')} />],
            ['Segment of the lake', text('segment')],
          ]}
        />
      );
    }}
  </SqlPanel>
);

const Badges = ({ of: checks, tone }: { of: readonly string[]; tone: string }) => (
  <>{checks.flatMap((check) => [<Badge tone={tone}>{words(check)}</Badge>, ' '])}</>
);

/** Returns the first and the last byte of so many, counted from 0. */
const range = (first: bigint, count: bigint) =>
  `${grouped(first)} to ${grouped(first + count - 1n)} of the decompressed file`;

/** Returns the name of a check in words, such as `header hash`. */
const words = (check: string) => check.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
