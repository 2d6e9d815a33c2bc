/** Classic transactions by the SDK, as the bytes that ledgers hold. */
import { Account, Keypair, MuxedAccount, StrKey, TransactionBuilder, type Memo, type xdr } from '@stellar/stellar-sdk';
import { passphrases } from '../../src/ledger/network.ts';

export const key = (byte: number) => Buffer.alloc(32, byte);
export const account = (byte: number) => StrKey.encodeEd25519PublicKey(key(byte));
export const signer = Keypair.fromRawEd25519Seed(key(1));
/** The account that sends the transactions. */
export const source = signer.publicKey();

/** Returns a TransactionEnvelope of testnet with the operations, not signed. */
export function envelopeOf(operations: xdr.Operation[], { from = source, memo }: { from?: string; memo?: Memo } = {}) {
  const sender = from.startsWith('M') ? MuxedAccount.fromAddress(from, '1') : new Account(from, '1');
  const options = { fee: '100', networkPassphrase: passphrases.testnet, memo };
  const builder = new TransactionBuilder(sender, options).setTimeout(0);
  for (const operation of operations) builder.addOperation(operation);
  return Buffer.from(builder.build().toXDR(), 'base64');
}
