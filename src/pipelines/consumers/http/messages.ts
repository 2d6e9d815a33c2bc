/** Records as messages of Standard Webhooks: the records of one ledger, in parts where they are many. */
import { createHmac } from 'node:crypto';
import type { Batch, RecordTable, SinkContext } from '../../sink.ts';

/** A part ends with the record that reaches one of these. The same ledger always has the same parts. */
const MOST_RECORDS = 1000;
const MOST_LETTERS = 1024 * 1024;

/** Secrets of Standard Webhooks: 24 to 64 bytes in base64. */
export const SECRET_PATTERN = '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$';

/** One request. */
export interface WebhookMessage {
  /** Says which records it has: another attempt, in a later run too, has the same id and body. */
  id: string;
  body: string;
  /** How many records of each table it has. */
  records: ReadonlyMap<string, number>;
}

/** A record and its table. */
type Line = readonly [table: string, json: string];

type Named = Pick<SinkContext, 'pipeline' | 'consumer' | 'network'>;

/** Yields the messages of a batch, in order; `linesOf` has the records of each table as JSON. A ledger without records has none. */
export function* webhookMessages(
  batch: Batch,
  tables: readonly RecordTable[],
  linesOf: ReadonlyMap<string, readonly string[]>,
  named: Named,
): Generator<WebhookMessage> {
  const byLedger = new Map<number, Line[]>();
  for (const { name, ledger: column } of tables) {
    const ledgers = batch.rows.get(name)?.getChild(column);
    for (const [row, json] of (linesOf.get(name) ?? []).entries()) {
      const ledger = Number(ledgers?.get(row));
      if (!byLedger.has(ledger)) byLedger.set(ledger, []);
      byLedger.get(ledger)!.push([name, json]);
    }
  }
  for (const [ledger, lines] of [...byLedger].sort(([one], [other]) => one - other)) {
    for (const [i, some] of partsOf(lines).entries()) yield messageOf(ledger, i + 1, some, named);
  }
}

function partsOf(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [];
  let letters = Infinity;
  for (const line of lines) {
    if (letters >= MOST_LETTERS || parts[parts.length - 1].length >= MOST_RECORDS) {
      parts.push([]);
      letters = 0;
    }
    parts[parts.length - 1].push(line);
    letters += line[1].length;
  }
  return parts;
}

function messageOf(
  ledger: number,
  part: number,
  lines: readonly Line[],
  { pipeline, consumer, network }: Named,
): WebhookMessage {
  const byTable = new Map<string, string[]>();
  for (const [table, json] of lines) byTable.set(table, [...(byTable.get(table) ?? []), json]);
  const records = Array.from(byTable, ([table, each]) => `${JSON.stringify(table)}:[${each.join()}]`);
  const { type, data } = { type: 'ledger.records', data: { pipeline: pipeline.name, network, ledger, part } };
  return {
    // A full stop would end the id in what is signed.
    id: `${pipeline.id}-${consumer}-${ledger}-${part}`.replaceAll(/[^\w-]/g, '_'),
    body: `{"type":"${type}","data":{${JSON.stringify(data).slice(1, -1)},"records":{${records.join()}}}}`,
    records: new Map(Array.from(byTable, ([table, each]) => [table, each.length])),
  };
}

/** Returns the headers of an attempt at a time, in seconds since 1970, with the signature of Standard Webhooks. */
export function webhookHeaders(secret: string, { id, body }: Pick<WebhookMessage, 'id' | 'body'>, seconds: number) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'ledgerlake',
    'Webhook-Id': id,
    'Webhook-Timestamp': String(seconds),
    'Webhook-Signature': `v1,${signature}`,
  };
}
