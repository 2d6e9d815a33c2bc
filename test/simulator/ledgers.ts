/** One small simulated network, closed once and decoded by the SDK for all tests of a file. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { simulate } from '../../src/simulator/simulate.ts';

export const options = { seed: 'test', passphrase: 'Simulator Test Network', ledgers: 60, transactionsPerLedger: 20 };

export const ledgers = [...simulate(options)];

export const metas = ledgers.map(({ bytes }) => {
  const meta = xdr.LedgerCloseMeta.fromXdr(bytes);
  if (meta.type !== 'v2') throw new Error(`close meta ${meta.type}`);
  return meta.v2;
});

/** Returns the envelopes of a ledger in the order of its transaction set. */
export function envelopesOf(meta: xdr.LedgerCloseMetaV2): xdr.TransactionEnvelope[] {
  return meta.txSet.v1TxSet.phases.flatMap((phase) =>
    phase.type === 'v0Components' ? phase.v0Components.flatMap(({ txsMaybeDiscountedFee: { txs } }) => txs) : [],
  );
}

/** Returns the transaction meta of one applied transaction. */
export function metaOf({ txApplyProcessing }: xdr.TransactionResultMetaV1): xdr.TransactionMetaV4 {
  if (txApplyProcessing.type !== 'v4') throw new Error(`transaction meta ${txApplyProcessing.type}`);
  return txApplyProcessing.v4;
}
