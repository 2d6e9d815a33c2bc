/** Entries for buckets that tests tell apart by a number, and what a bucket holds as text. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { StrKey } from '@stellar/stellar-sdk/base';
import { decodeJson } from '../../src/xdr/decode.ts';
import type { StateBucket } from '../../src/simulator/buckets/bucket.ts';

const account = (number: number) => {
  const key = Buffer.alloc(32);
  key.writeUInt32BE(number, 28);
  return xdr.PublicKey.publicKeyTypeEd25519(key);
};

const codeHash = (number: number) => Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? number : 0));

/** An account of this number in XDR. */
export function entryOf(number: number, balance: bigint): Uint8Array {
  const entry = new xdr.AccountEntry({
    accountId: account(number),
    balance,
    seqNum: 0n,
    numSubEntries: 0,
    inflationDest: null,
    flags: 0,
    homeDomain: '',
    thresholds: Uint8Array.of(1, 0, 0, 0),
    signers: [],
    ext: xdr.AccountEntryExt.v0(),
  });
  return ledgerEntry(xdr.LedgerEntryData.account(entry));
}

/** The LedgerKey of that account. */
export function keyOf(number: number): Uint8Array {
  return xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: account(number) })).toXdr();
}

/** A contract's code of this number, as a LedgerEntry. */
export function codeEntry(number: number): Uint8Array {
  const entry = new xdr.ContractCodeEntry({
    ext: xdr.ContractCodeEntryExt.v0(),
    hash: codeHash(number),
    code: Uint8Array.of(1, 2, 3),
  });
  return ledgerEntry(xdr.LedgerEntryData.contractCode(entry));
}

/** The LedgerKey of that code. */
export function codeKey(number: number): Uint8Array {
  return xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: codeHash(number) })).toXdr();
}

/** The records of a bucket of such entries as text: kind, number, and the balance of an account. */
export function recordsOf({ bytes }: Pick<StateBucket, 'bytes'>): string[] {
  const found: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + view.getUint32(at) - 0x80000000;
    found.push(textOf(JSON.parse(decodeJson('BucketEntry', bytes.subarray(at + 4, end)))));
    at = end;
  }
  return found;
}

function textOf(record: Record<string, never>): string {
  const [[kind, body]] = Object.entries<Body>(record);
  const name = kind.replace('entry', '').toUpperCase();
  if (body.ledger_version !== undefined) {
    const listType = body.ext === 'v0' ? [] : [body.ext?.v1];
    return [name, body.ledger_version, ...listType].join(' ');
  }
  const { account, contract_code: code } = body.data ?? body;
  if (code) return `${name} code ${parseInt(code.hash, 16)}`;
  const number = Buffer.from(StrKey.decodeEd25519PublicKey(account!.account_id)).readUInt32BE(28);
  return account!.balance === undefined ? `${name} ${number}` : `${name} ${number} = ${account!.balance}`;
}

interface Body {
  ledger_version?: number;
  ext?: 'v0' | { v1: string };
  data?: Body;
  account?: { account_id: string; balance?: string };
  contract_code?: { hash: string };
}

function ledgerEntry(data: xdr.LedgerEntryData): Uint8Array {
  return new xdr.LedgerEntry({ lastModifiedLedgerSeq: 1, data, ext: xdr.LedgerEntryExt.v0() }).toXdr();
}
