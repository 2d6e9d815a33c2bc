/** What the transaction cost: fees in stroops, and the resources of Soroban. */
import { SharedPanel, type Answer } from '../parts/answer.tsx';
import { Fields } from '../parts/fields.tsx';
import { Amount } from '../parts/names.tsx';
import { grouped } from '../parts/text.tsx';
import type { Explanation, FullTransaction } from './explanation.ts';

const stroops = (amount?: string) => amount !== undefined && `${grouped(amount)} stroops`;
const bytes = (count?: number) => count !== undefined && `${grouped(count)} bytes`;

export const Cost = ({ of: answer, fees }: { of: Answer<FullTransaction>; fees?: Explanation['fees'] }) => (
  <SharedPanel title="Fees and resources" of={answer}>
    {({ soroban_resources: used, result, envelope }) => (
      <Fields
        of={[
          ['Charged', stroops(fees?.charged)],
          ['Maximum bid', stroops(fees?.maximum)],
          ['For inclusion', stroops(fees?.inclusion)],
          ['For resources', stroops(fees?.resources)],
          ['Rent', stroops(fees?.rent)],
          ['Refund', stroops(fees?.refund)],
          ['Instructions', used?.instructions !== undefined && <Amount of={used.instructions} />],
          ['Read', bytes(used?.read_bytes)],
          ['Written', bytes(used?.write_bytes)],
          [
            'Footprint',
            used?.footprint &&
              `${used.footprint.read_only} entries to read, ${used.footprint.read_write} entries to write`,
          ],
          ['Result code', <code>{[result.code, result.inner_code].filter(Boolean).join(' / ')}</code>],
          ['Signatures', envelope.signatures.length],
          ['Not valid after', validity(envelope.time_bounds?.max_time)],
        ]}
      />
    )}
  </SharedPanel>
);

/** Seconds can be past every calendar; those stay a number. */
function validity(seconds?: string) {
  if (seconds === undefined) return undefined;
  const time = new Date(Number(seconds) * 1000);
  return Number.isNaN(time.getTime())
    ? `second ${seconds}`
    : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
