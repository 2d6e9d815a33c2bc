/** Executes ChangeTrust: creates, changes or removes a trust line for an asset or pool shares. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountFlags, noLiabilities, trustLineFlags, type TrustedAsset, type TrustLine } from '../state/entries.ts';
import { assetOf } from '../encode/from-xdr.ts';
import { issuerOf, poolShares, trustLineKey } from '../state/keys.ts';
import { isValidAsset, isValidPool, poolParameters, type PoolParameters } from './assets.ts';
import type { OperationContext, OperationKind } from '../context.ts';
import { joinPool, leavePool } from './pool-lines.ts';
import { createEntry, removeEntry } from '../accounts/reserves.ts';
import { reserveResult } from './results.ts';

/** ChangeTrustOpFrame.cpp */
export const changeTrust: OperationKind<'changeTrust'> = {
  check({ changeTrustOp: { line, limit } }, source) {
    const isMalformed = limit < 0n || !isValidLine(line) || issuerOf(lineOf(line).asset) === source;
    return isMalformed ? result(xdr.ChangeTrustResult.changeTrustMalformed()) : undefined;
  },

  apply({ changeTrustOp }, context) {
    const wanted = lineOf(changeTrustOp.line);
    const line = context.state.trustLine(context.source, wanted.asset);
    return line ? change(line, changeTrustOp.limit, wanted, context) : begin(changeTrustOp.limit, wanted, context);
  },
};

interface WantedLine {
  asset: TrustedAsset;
  pool?: PoolParameters;
}

function lineOf(line: xdr.ChangeTrustAsset): WantedLine {
  if (line.type !== 'assetTypePoolShare') return { asset: assetOf(line) };
  const pool = poolParameters(line.liquidityPool);
  return { asset: poolShares(pool.id), pool };
}

function isValidLine(line: xdr.ChangeTrustAsset): boolean {
  if (line.type === 'assetTypePoolShare') return isValidPool(line.liquidityPool);
  return line.type !== 'assetTypeNative' && isValidAsset(line);
}

function change(line: TrustLine, limit: bigint, { pool }: WantedLine, context: OperationContext): xdr.OperationResult {
  const { state, source } = context;
  if (limit < line.balance + line.liabilities.buying) return result(xdr.ChangeTrustResult.changeTrustInvalidLimit());
  if (limit > 0n) {
    const issuer = issuerOf(line.asset);
    if (issuer && !state.account(issuer)) return result(xdr.ChangeTrustResult.changeTrustNoIssuer());
    state.put({ ...line, limit });
    return success();
  }
  if (!pool && line.poolUses > 0) return result(xdr.ChangeTrustResult.changeTrustCannotDelete());
  removeEntry(context, line, source);
  if (pool) leavePool(context, pool.id, source);
  return success();
}

function begin(limit: bigint, { asset, pool }: WantedLine, context: OperationContext): xdr.OperationResult {
  const { state, source } = context;
  if (limit === 0n) return result(xdr.ChangeTrustResult.changeTrustInvalidLimit());
  const flags = flagsOfNewLine(asset, context);
  if (flags === undefined) return result(xdr.ChangeTrustResult.changeTrustNoIssuer());
  const failure = pool && joinPool(context, pool, source);
  if (failure === 'trust_line_missing') return result(xdr.ChangeTrustResult.changeTrustTrustLineMissing());
  if (failure) return result(xdr.ChangeTrustResult.changeTrustNotAuthMaintainLiabilities());
  const line: TrustLine = {
    kind: 'trust_line',
    key: trustLineKey(source, asset),
    owner: source,
    asset,
    balance: 0n,
    limit,
    flags,
    extension: 0,
    liabilities: noLiabilities,
    poolUses: 0,
    lastModified: state.ledger,
  };
  const unpaid = createEntry(context, line, source);
  return unpaid ? reserveResult(unpaid, tr(xdr.ChangeTrustResult.changeTrustLowReserve())) : success();
}

// undefined when the issuer is missing
function flagsOfNewLine(asset: TrustedAsset, { state }: OperationContext): number | undefined {
  const issuer = issuerOf(asset);
  if (issuer === undefined) return 0;
  const account = state.account(issuer);
  if (!account) return undefined;
  const authorized = account.flags & accountFlags.required ? 0 : trustLineFlags.authorized;
  return authorized | (account.flags & accountFlags.clawback ? trustLineFlags.clawback : 0);
}

const tr = (value: xdr.ChangeTrustResult) => xdr.OperationResultTr.changeTrust(value);
const result = (value: xdr.ChangeTrustResult) => xdr.OperationResult.opInner(tr(value));
const success = () => result(xdr.ChangeTrustResult.changeTrustSuccess());
