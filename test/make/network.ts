/** Ledgers 10 to 29 of a network of three accounts, of which each transaction is known; no change of the sample changes them. */
import { Account, Asset, Keypair, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk';
import type * as xdr from '@stellar/stellar-sdk/xdr';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { createNetwork } from '../../src/simulator/create-network.ts';

export const networkPassphrase = 'Network Of Tests';
const LAST = 29;

const root = Keypair.master(networkPassphrase);
const issuing = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 1));
const paid = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 2));

export const issuer = issuing.publicKey();
export const payee = paid.publicKey();
export const asset = new Asset('LAKEPOINTS', issuer);

/** What is in ledger 15: one transaction of the issuer, with five payments to the payee. */
export interface NetworkLedgers {
  ledgers: Ledger[];
  /** Hash of the transaction in ledger 15. */
  hash: string;
}

/**
 * Returns the ledgers. 10: root creates issuer and payee. 11: the issuer adds a signer, the payee trusts the asset. 15: `hash`. 16: the
 * payee pays with the memo "coffee" and fails for want of lumens. 18: the issuer pays 1.
 */
export function networkLedgers(): NetworkLedgers {
  const network = createNetwork({ seed: 'tests', passphrase: networkPassphrase, startLedger: 10 });
  let hash = '';
  const submit = (
    source: Keypair,
    operations: xdr.Operation[],
    { memo, seconds = 0 }: { memo?: Memo; seconds?: number } = {},
  ) => {
    const { sequence } = network.account(source.publicKey())!;
    const account = new Account(source.publicKey(), String(sequence));
    const timebounds = { minTime: 0, maxTime: seconds };
    const builder = new TransactionBuilder(account, { fee: '1000', networkPassphrase, memo, timebounds });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.build();
    transaction.sign(source);
    const { status, hash: submitted } = network.submit(transaction);
    if (status !== 'pending') throw new Error(`a transaction of ${source.publicKey()} is refused`);
    hash = submitted;
  };
  const create = (destination: string) => Operation.createAccount({ destination, startingBalance: '1000000' });
  const pay = (amount: string) => Operation.payment({ destination: payee, asset, amount });
  let hash15 = '';
  for (let sequence = 10; sequence <= LAST; sequence++) {
    if (sequence === 10) submit(root, [create(issuer), create(payee)]);
    if (sequence === 11) {
      submit(issuing, [Operation.setOptions({ signer: { ed25519PublicKey: root.publicKey(), weight: 1 } })]);
      submit(paid, [Operation.changeTrust({ asset })]);
    }
    if (sequence === 15) {
      submit(
        issuing,
        Array.from({ length: 5 }, () => pay('299.1536692')),
        { seconds: 1_767_225_965 },
      );
      hash15 = hash;
    }
    if (sequence === 16) {
      const tooMuch = Operation.payment({ destination: issuer, asset: Asset.native(), amount: '9000000' });
      submit(paid, [tooMuch], { memo: Memo.text('coffee') });
    }
    if (sequence === 18) submit(issuing, [pay('1')]);
    network.close();
  }
  const ledgers = network.ledgers().map(({ bytes }) => readLedger(bytes));
  for (const ledger of ledgers) checkLedger(ledger, networkId(networkPassphrase));
  return { ledgers, hash: hash15 };
}
