/** What getLedgers and getTransactions check of `startLedger`, `pagination` and `xdrFormat`. */
import type { LedgerRange } from '../../datastore/keys.ts';
import type { PageLimit } from './rpc-config.ts';
import { string, struct, uint, uint32, type DecodedParams } from './params.ts';
import { invalidRequest } from './errors.ts';
import { formatFault } from './format.ts';

/** Returns the parameters of a paged method. */
export function pagedRequest(name: string) {
  return struct(name, {
    startLedger: uint32,
    pagination: struct('LedgerPaginationOptions', { cursor: string, limit: uint }),
    xdrFormat: string,
  });
}

/** The parameters of a paged method, with what was absent filled in. */
export interface PagedRequest {
  startLedger: number;
  cursor: string;
  limit: number;
  format: string;
}

/** Returns the decoded parameters as a request. */
export function toPaged(asked: DecodedParams<ReturnType<typeof pagedRequest>>, { usual }: PageLimit): PagedRequest {
  const { startLedger = 0, pagination: { cursor = '', limit } = {}, xdrFormat: format = '' } = asked;
  return { startLedger, cursor, limit: limit || usual, format };
}

/** Throws the errors of the reference; faults of paging and format come together. */
export function checkPaged(request: PagedRequest, { first, last }: LedgerRange, { most }: PageLimit): void {
  const faults = [pagingFault(request, first, last, most), formatFault(request.format)];
  const found = faults.filter((fault) => fault !== undefined);
  if (found.length > 0) throw invalidRequest(found.join('\n'));
}

function pagingFault({ startLedger, cursor, limit }: PagedRequest, first: number, last: number, most: number) {
  if (cursor !== '') {
    if (startLedger !== 0) return `startLedger (${startLedger}) and cursor (${cursor}) cannot both be set`;
  } else if (startLedger < first || startLedger > last) {
    return `start ledger (${startLedger}) must be between ${rangeMessage(first, last)}`;
  }
  return limit > most ? `limit must not exceed ${most}` : undefined;
}

/** Returns how the reference names its range of ledgers. */
export function rangeMessage(first: number, last: number): string {
  return `the oldest ledger: ${first} and the latest ledger: ${last} for this rpc instance`;
}
