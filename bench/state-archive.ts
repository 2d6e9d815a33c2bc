/** `node bench/state-archive.ts DIR ACCOUNTS`: a history archive whose checkpoint 127 has so many accounts, each made by a transaction. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { ArchiveWriter } from '../src/archive/archive-writer.ts';
import { LedgerBuckets } from '../src/simulator/buckets/ledger-buckets.ts';
import { ClosingNetwork } from '../src/simulator/closing/network.ts';
import { hashOfTransaction } from '../src/simulator/encode/envelope.ts';
import { decoratedSignature, identityOf, sha256 } from '../src/simulator/identity.ts';

const FIRST = 2;
const CHECKPOINT = 127;
/** Operations that a transaction may have. */
const MOST_OPERATIONS = 100;
const LUMEN = 10_000_000n;
const BASE_FEE = 100n;

const [dir, accounts] = [process.argv[2], Number(process.argv[3])];
const networkPassphrase = 'Ledgerlake Bench Network';
const buckets = new LedgerBuckets();
const network = new ClosingNetwork(
  { seed: 'state', passphrase: networkPassphrase, startLedger: FIRST },
  { buckets, verify: () => true },
);
const root = identityOf(network.networkId);
const archive = new ArchiveWriter(dir, { networkPassphrase, server: 'bench' });
archive.addHeader(network.header.toXdr(), network.hash);

/** Returns the transaction with this sequence number, which makes the accounts `first` to `end`. */
function makesAccounts(sequence: bigint, first: number, end: number): xdr.TransactionEnvelope {
  const operations = Array.from({ length: end - first }, (_, i) => {
    const destination = xdr.PublicKey.publicKeyTypeEd25519(sha256(`account ${first + i}`));
    const startingBalance = LUMEN * BigInt(1 + ((first + i) % 10_000));
    const body = xdr.OperationBody.createAccount(new xdr.CreateAccountOp({ destination, startingBalance }));
    return new xdr.Operation({ sourceAccount: null, body });
  });
  const tx = new xdr.Transaction({
    sourceAccount: root.muxed,
    fee: Number(BASE_FEE) * operations.length,
    seqNum: sequence,
    cond: xdr.Preconditions.precondNone(),
    memo: xdr.Memo.memoNone(),
    operations,
    ext: xdr.TransactionExt.v0(),
  });
  const signatures = [decoratedSignature(root, hashOfTransaction(tx, network.networkId))];
  return xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures }));
}

let sequence = 0n;
let made = 0;
for (let ledger = FIRST; ledger <= CHECKPOINT; ledger++) {
  const target = Math.round((accounts * (ledger - FIRST + 1)) / (CHECKPOINT - FIRST + 1));
  const frames = [];
  while (made < target) {
    const end = Math.min(made + MOST_OPERATIONS, target);
    frames.push(network.frame(makesAccounts(++sequence, made, end)));
    made = end;
  }
  const { bytes } = network.closeWith({ frames, baseFee: BASE_FEE, sorobanBaseFee: BASE_FEE });
  archive.add(bytes, buckets.published());
}
