import {
  Account,
  Address,
  Asset,
  Keypair,
  Operation,
  TransactionBuilder,
  type Transaction,
} from '@stellar/stellar-sdk/base';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { createNetwork, type SimulatedNetwork } from '../../src/light.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { readLedger } from '../../src/ledger/ledger.ts';
import { brokenLink, isNext } from '../../src/ledger/chain.ts';
import { checkLedger } from '../../src/ledger/verify.ts';
import { NEWEST_UPGRADE } from '../../src/simulator/closing/upgrades.ts';

const NEXT = NEWEST_UPGRADE + 1;
const passphrase = 'Network Of A Caller';
const root = Keypair.master(passphrase);
const alice = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 1));
const bob = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 2));

const open = (options = {}) => createNetwork({ seed: 'test', passphrase, ...options });

interface Wish {
  fee?: string;
  sequence?: bigint;
  signers?: Keypair[];
}

/** Builds, signs and returns a transaction as a caller does. */
function transaction(
  network: SimulatedNetwork,
  source: Keypair,
  operations: xdr.Operation[],
  { fee = '100', sequence, signers = [source] }: Wish = {},
): Transaction {
  const current = sequence ?? network.account(source.publicKey())?.sequence ?? 0n;
  const builder = new TransactionBuilder(new Account(source.publicKey(), String(current)), {
    fee,
    networkPassphrase: passphrase,
  });
  for (const operation of operations) builder.addOperation(operation);
  const built = builder.setTimeout(0).build();
  built.sign(...signers);
  return built;
}

const fund = (who: Keypair, startingBalance = '1000') =>
  Operation.createAccount({ destination: who.publicKey(), startingBalance });
const pay = (to: Keypair, amount = '1', asset = Asset.native()) =>
  Operation.payment({ destination: to.publicKey(), asset, amount });

async function withTwo(): Promise<SimulatedNetwork> {
  const network = await open();
  network.submit(transaction(network, root, [fund(alice), fund(bob)]));
  network.close();
  return network;
}

const codeOf = (network: SimulatedNetwork, envelope: Transaction) => {
  const submission = network.submit(envelope);
  return submission.status === 'error' ? submission.code : submission.status;
};

function resultsOf(bytes: Uint8Array): string[] {
  const meta = xdr.LedgerCloseMeta.fromXdr(bytes);
  return meta.value.txProcessing.map(({ result }) => result.result.result.type);
}

describe('createNetwork(options)', () => {
  it('closes ledgers of transactions that a caller built', async () => {
    const network = await withTwo();
    expect(network.account(alice.publicKey())).toEqual({ sequence: 2n << 32n, balance: 10_000_000_000n });
    expect(network.submit(transaction(network, alice, [pay(bob, '5')])).status).toBe('pending');
    const ledger = network.close();
    expect(ledger.sequence).toBe(3);
    expect(resultsOf(ledger.bytes)).toEqual(['txSuccess']);
    expect(network.account(bob.publicKey())?.balance).toBe(10_050_000_000n);
    expect(network.ledgers().map(({ sequence }) => sequence)).toEqual([2, 3]);
  });

  it('closes ledgers that pass our verification and chain', async () => {
    const network = await withTwo();
    for (let i = 0; i < 5; i++) {
      network.submit(transaction(network, alice, [pay(bob)]));
      network.close();
    }
    const ledgers = network.ledgers().map(({ bytes }) => readLedger(bytes));
    const facts = ledgers.map((ledger) => checkLedger(ledger, networkId(passphrase)));
    facts.slice(1).forEach((fact, i) => {
      expect([isNext(facts[i], fact), brokenLink(facts[i], fact)]).toEqual([true, undefined]);
    });
  });

  it('gives the same bytes from the same calls', async () => {
    const [one, two] = [await withTwo(), await withTwo()];
    expect(one.close()).toEqual(two.close());
  });

  it('closes ledgers of protocol 22 as its nodes did', async () => {
    const network = await open({ protocol: 22 });
    network.submit(transaction(network, root, [fund(alice)]));
    const meta = xdr.LedgerCloseMeta.fromXdr(network.close().bytes);
    expect([meta.type, meta.value.txProcessing[0].txApplyProcessing.type]).toEqual(['v1', 'v3']);
  });

  it('refuses transactions with the codes of the network', async () => {
    const network = await withTwo();
    const sequence = network.account(alice.publicKey())!.sequence;
    expect(codeOf(network, transaction(network, alice, [pay(bob)], { sequence: sequence + 5n }))).toBe('txBadSeq');
    expect(codeOf(network, transaction(network, alice, [pay(bob)], { signers: [bob] }))).toBe('txBadAuth');
    expect(codeOf(network, transaction(network, alice, [pay(bob)], { signers: [alice, bob] }))).toBe('txBadAuthExtra');
    expect(codeOf(network, transaction(network, alice, [pay(bob)], { fee: '99' }))).toBe('txInsufficientFee');
    const stranger = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9));
    expect(codeOf(network, transaction(network, stranger, [pay(bob)]))).toBe('txNoAccount');
    const theirs = Operation.payment({
      ...{ destination: alice.publicKey(), asset: Asset.native(), amount: '1' },
      source: bob.publicKey(),
    });
    const failed = network.submit(transaction(network, alice, [theirs]));
    expect(failed).toMatchObject({ status: 'error', code: 'txFailed' });
    const { errorResultXdr = '' } = failed as { errorResultXdr?: string };
    expect(xdr.TransactionResult.fromXdr(errorResultXdr, 'base64').result.type).toBe('txFailed');
  });

  it('takes one after the other of an account, and each once', async () => {
    const network = await withTwo();
    const sequence = network.account(alice.publicKey())!.sequence;
    const first = transaction(network, alice, [pay(bob)]);
    expect(codeOf(network, first)).toBe('pending');
    expect(codeOf(network, first)).toBe('duplicate');
    expect(codeOf(network, transaction(network, alice, [pay(bob, '2')]))).toBe('txBadSeq');
    expect(codeOf(network, transaction(network, alice, [pay(bob, '2')], { sequence: sequence + 1n }))).toBe('pending');
    expect(resultsOf(network.close().bytes)).toEqual(['txSuccess', 'txSuccess']);
  });

  it('keeps the results of all operations of a transaction that fails, and its fee', async () => {
    const network = await withTwo();
    network.submit(transaction(network, alice, [pay(bob), pay(bob, '5000')]));
    const meta = xdr.LedgerCloseMeta.fromXdr(network.close().bytes);
    const [{ result, txApplyProcessing }] = meta.value.txProcessing;
    expect(result.result.toJson()).toMatchObject({
      fee_charged: '200',
      result: { tx_failed: [{ op_inner: { payment: 'success' } }, { op_inner: { payment: 'underfunded' } }] },
    });
    expect(txApplyProcessing.toJson()).toMatchObject({ v4: { operations: [] } });
    expect(network.account(alice.publicKey())?.balance).toBe(10_000_000_000n - 200n);
  });

  it('lets a fee bump pay', async () => {
    const network = await withTwo();
    const inner = transaction(network, alice, [pay(bob)]);
    const bump = TransactionBuilder.buildFeeBumpTransaction(bob, '200', inner, passphrase);
    bump.sign(bob);
    expect(network.submit(bump).status).toBe('pending');
    expect(resultsOf(network.close().bytes)).toEqual(['txFeeBumpInnerSuccess']);
    expect(network.account(alice.publicKey())?.balance).toBe(10_000_000_000n - 10_000_000n);
    expect(network.account(bob.publicKey())?.balance).toBe(10_000_000_000n + 10_000_000n - 200n);
  });

  it('asks for the weight that thresholds need, and removes a signer that is used once', async () => {
    const network = await withTwo();
    const signer = (weight: number) => Operation.setOptions({ signer: { ed25519PublicKey: bob.publicKey(), weight } });
    network.submit(
      transaction(network, alice, [signer(1), Operation.setOptions({ medThreshold: 2, highThreshold: 2 })]),
    );
    network.close();
    expect(codeOf(network, transaction(network, alice, [pay(bob)]))).toBe('txFailed');
    const sequence = network.account(alice.publicKey())!.sequence;
    const later = transaction(network, alice, [pay(bob)], { sequence: sequence + 1n, signers: [] });
    const once = Operation.setOptions({ signer: { preAuthTx: later.hash(), weight: 2 } });
    expect(codeOf(network, transaction(network, alice, [once], { signers: [alice, bob] }))).toBe('pending');
    network.close();
    expect(codeOf(network, later)).toBe('pending');
    const { bytes } = network.close();
    expect(resultsOf(bytes)).toEqual(['txSuccess']);
    expect(JSON.stringify(xdr.LedgerCloseMeta.fromXdr(bytes).toJson())).toContain('"num_sub_entries":1');
  });

  it('takes the best offers when there are too many, at the price of the last of them', async () => {
    const network = await withTwo();
    network.close({ upgrades: [xdr.LedgerUpgrade.ledgerUpgradeMaxTxSetSize(1)] });
    network.submit(transaction(network, alice, [pay(bob)], { fee: '300' }));
    network.submit(transaction(network, bob, [pay(alice)], { fee: '200' }));
    const first = xdr.LedgerCloseMeta.fromXdr(network.close().bytes);
    expect(first.value.txProcessing.map(({ result }) => result.result.feeCharged)).toEqual([300n]);
    const second = xdr.LedgerCloseMeta.fromXdr(network.close().bytes);
    expect(second.value.txProcessing.map(({ result }) => result.result.feeCharged)).toEqual([100n]);
  });

  it('refuses by name what it does not execute', async () => {
    const network = await withTwo();
    const created = Operation.createCustomContract({
      address: new Address(alice.publicKey()),
      wasmHash: Buffer.alloc(32, 7),
      salt: Buffer.alloc(32),
    });
    expect(() => network.submit(transaction(network, alice, [created]))).toThrow(
      new UsageError(
        `the simulator executes no contract of the code ${'07'.repeat(32)}: ` +
          'it knows those of assets, and its own token, pool, caller, wallet, vault',
      ),
    );
  });

  it('refuses upgrades that it does not execute, and closes the ledger without them', async () => {
    const network = await withTwo();
    network.submit(transaction(network, alice, [pay(bob)]));
    const key = new xdr.ConfigUpgradeSetKey({
      contractId: new xdr.ContractId(Buffer.alloc(32)),
      contentHash: Buffer.alloc(32),
    });
    const messages = {
      'the simulator executes no ledgerUpgradeConfig': xdr.LedgerUpgrade.ledgerUpgradeConfig(key),
      'the simulator executes no ledgerUpgradeFlags': xdr.LedgerUpgrade.ledgerUpgradeFlags(1),
      [`the simulator upgrades to a newer protocol, up to ${NEWEST_UPGRADE}: not from 26 to 26`]:
        xdr.LedgerUpgrade.ledgerUpgradeVersion(26),
      [`the simulator upgrades to a newer protocol, up to ${NEWEST_UPGRADE}: not from 26 to ${NEXT}`]:
        xdr.LedgerUpgrade.ledgerUpgradeVersion(NEXT),
      'there is no protocol 29: protocol 30 follows 28': xdr.LedgerUpgrade.ledgerUpgradeVersion(29),
    };
    for (const [message, upgrade] of Object.entries(messages)) {
      expect(() => network.close({ upgrades: [upgrade] })).toThrow(new UsageError(message));
    }
    const { bytes, sequence } = network.close();
    expect([sequence, ...resultsOf(bytes)]).toEqual([3, 'txSuccess']);
  });

  it('refuses calls that others than accounts have signed', async () => {
    const network = await withTwo();
    const contract = Asset.native().contractId(passphrase);
    const call = new xdr.InvokeContractArgs({
      contractAddress: new Address(contract).toScAddress(),
      functionName: 'name',
      args: [],
    });
    const signed = (credentials: xdr.SorobanCredentials) => {
      const rootInvocation = new xdr.SorobanAuthorizedInvocation({
        function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(call),
        subInvocations: [],
      });
      const auth = [new xdr.SorobanAuthorizationEntry({ credentials, rootInvocation })];
      const func = xdr.HostFunction.hostFunctionTypeInvokeContract(call);
      return transaction(network, alice, [Operation.invokeHostFunction({ func, auth })]);
    };
    const own = new xdr.SorobanAddressCredentials({
      address: new Address(contract).toScAddress(),
      nonce: 1n,
      signatureExpirationLedger: 100,
      signature: xdr.ScVal.scvVoid(),
    });
    const messages = {
      'the simulator lets accounts sign for calls, no scAddressTypeContract: it executes no code that says who may':
        xdr.SorobanCredentials.sorobanCredentialsAddress(own),
      'before protocol 27 the simulator takes no sorobanCredentialsAddressV2':
        xdr.SorobanCredentials.sorobanCredentialsAddressV2(own),
    };
    for (const [message, credentials] of Object.entries(messages)) {
      expect(() => network.submit(signed(credentials))).toThrow(new UsageError(message));
    }
  });

  it('refuses options that no network can have', async () => {
    const messages = {
      [`the protocol is ${NEXT}, expected an integer from 20 to ${NEWEST_UPGRADE}`]: { protocol: NEXT },
      'there is no protocol 29: protocol 30 follows 28': { protocol: 29 },
      'the interval in seconds is 0.6, expected an integer from 1 to 86400': { interval: 0.6 },
      'the interval in milliseconds is 0, expected an integer from 1 to 86400000': { protocol: 30, interval: 0.0001 },
      'the first ledger is 1, expected an integer from 2 to 2147483647': { startLedger: 1 },
      'createNetwork has no option "start", only seed, passphrase, asPublicNetwork, protocol, startLedger, startTime, interval':
        { start: 3 },
      [`"${passphrases.pubnet}" is a public network: simulated ledgers under its passphrase look like real ones; ` +
      '--as-public-network (asPublicNetwork) allows it']: { passphrase: passphrases.pubnet },
    };
    for (const [message, options] of Object.entries(messages)) {
      await expect(open(options)).rejects.toThrow(new UsageError(message));
    }
    const allowed = await open({ passphrase: passphrases.pubnet, asPublicNetwork: true });
    expect(allowed.close().sequence).toBe(2);
  });
});
