/** Places in a ledger of which a newer protocol may make something else, and ledgers with an arm there that no schema has. */
import type { Ledger } from '../../src/ledger/ledger.ts';
import { ScValType } from '../../src/xdr/generated/enums.ts';
import { skipScVal } from '../../src/xdr/generated/skip.ts';
import { NEXT_PROTOCOL, rehash } from './newer.ts';

/** The arm that is written there. */
export const ARM = 99;

export interface Part {
  part: string;
  /** The fields to it, below the LedgerCloseMeta of version 2. */
  path: RegExp;
  union: string;
  /** Returns where its discriminant stands, in a ledger that has it. */
  at: (ledger: Ledger) => number | undefined;
}

const operation = /\.txProcessing\[\d+\]\.txApplyProcessing\.v4\.operations\[\d+\]/.source;

export const parts: Part[] = [
  {
    part: 'a StellarValue',
    path: /\.ledgerHeader\.header\.scpValue\.ext/,
    union: 'StellarValueExt',
    at: ({ scpValue }) => scpValue.ext,
  },
  {
    part: 'a header',
    path: /\.ledgerHeader\.header\.ext/,
    union: 'LedgerHeaderExt',
    at: ({ header }) => header.ext,
  },
  {
    part: 'transaction meta',
    path: /\.txProcessing\[\d+\]\.txApplyProcessing/,
    union: 'TransactionMeta',
    at: ({ transactions }) => transactions[0]?.meta,
  },
  {
    part: 'an entry',
    path: new RegExp(`${operation}\\.changes\\[0\\]\\.\\w+\\.data`),
    union: 'LedgerEntryData',
    at: entryData,
  },
  {
    part: 'an event',
    path: new RegExp(`${operation}\\.events\\[0\\]\\.body`),
    union: 'ContractEventBody',
    at: eventBody,
  },
  {
    part: 'an address',
    path: new RegExp(`${operation}\\.events\\[0\\]\\.body\\.v0\\.topics\\[1\\]\\.scvAddress`),
    union: 'ScAddress',
    at: eventAddress,
  },
];

/** Returns the ledger as one of the next protocol with the arm at an offset. The hash of its header holds. */
export function withArm(ledger: Ledger, offset: number): Buffer {
  const bytes = Buffer.from(ledger.bytes);
  bytes.writeUInt32BE(NEXT_PROTOCOL, ledger.header.ledgerVersion);
  bytes.writeUInt32BE(ARM, offset);
  rehash(bytes, ledger);
  return bytes;
}

/** Returns where the first event of an operation has its body: behind its extension, contract and kind. */
function eventBody({ view, transactions }: Ledger): number | undefined {
  for (const { operationEvents } of transactions) {
    for (const list of operationEvents) {
      if (view.getUint32(list) > 0) return list + 4 + 4 + (view.getUint32(list + 8) === 0 ? 4 : 36) + 4;
    }
  }
  return undefined;
}

/** Returns where the second topic of this event has its address. */
function eventAddress(ledger: Ledger): number | undefined {
  const { view } = ledger;
  const body = eventBody(ledger);
  if (body === undefined || view.getUint32(body + 4) < 2) return undefined;
  const topic = skipScVal(view, body + 8);
  return view.getInt32(topic) === ScValType.scvAddress ? topic + 4 : undefined;
}

/** Returns where the entry of the first change of an operation has its kind. */
function entryData({ transactions, changes }: Ledger): number | undefined {
  for (const { operationChanges } of transactions) {
    if (operationChanges[0] < operationChanges.at(-1)!) return changes.start(operationChanges[0]) + 8;
  }
  return undefined;
}
