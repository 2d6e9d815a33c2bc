import { describe, expect, it } from 'vitest';
import { readLedger } from '../../../src/ledger/ledger.ts';
import { checkLedger } from '../../../src/ledger/verify.ts';
import { accountAddress } from '../../../src/simulator/events/log.ts';
import { identityOf, sha256 } from '../../../src/simulator/identity.ts';
import { address, i128 } from '../../../src/simulator/soroban/values.ts';
import { Contracts } from './contracts.ts';

const bob = identityOf(sha256('bob'));

describe('the contract of lumens', () => {
  it.each([26, 22])('is made, and pays, in protocol %i', (protocol) => {
    const network = new Contracts(protocol);
    expect(network.createAsset()).toMatchObject({ code: 'txSuccess' });
    network.fund(bob);
    const paid = network.invoke(network.native, 'transfer', [
      network.rootAddress,
      address(accountAddress(bob.id)),
      i128(5n),
    ]);
    expect(paid.code).toBe('txSuccess');
    expect(paid.events).toEqual([
      [
        { symbol: 'transfer' },
        { address: network.root.address },
        { address: bob.address },
        { string: 'native' },
        { i128: '5' },
      ],
    ]);
    expect(network.state.account(bob.id)?.balance).toBe(100_000_005n);
    expect(checkLedger(readLedger(paid.bytes), network.networkId).protocolVersion).toBe(protocol);
  });

  it('charges what is used of the resource fee, and gives the rest back after all transactions', () => {
    const network = new Contracts();
    const { json, fee } = network.createAsset();
    const { sorobanMeta, events, refund } = json;
    expect(sorobanMeta.nonRefundable + sorobanMeta.refundable + 100n).toBe(fee);
    expect(events.map(({ stage }) => stage)).toEqual(['before_all_txs', 'after_all_txs']);
    expect(refund).toHaveLength(2);
  });

  it('leaves what a failed call changed as it was, and says in diagnostics why it failed', () => {
    const network = new Contracts();
    network.createAsset();
    network.fund(bob);
    const call = ['transfer', [network.rootAddress, address(accountAddress(bob.id)), i128(5n)]] as const;
    const failed = network.invoke(network.native, ...call, { allowed: false });
    expect(failed).toMatchObject({ code: 'txFailed', operation: 'invokeHostFunctionTrapped', events: [] });
    expect(failed.diagnostics.at(-1)).toEqual([
      { symbol: 'error' },
      { error: { auth: 'invalid_action' } },
      { string: 'Unauthorized function call for address' },
    ]);
    expect(network.state.account(bob.id)?.balance).toBe(100_000_000n);
  });

  it('stops where resources end', () => {
    const network = new Contracts();
    network.createAsset();
    network.fund(bob);
    const call = ['transfer', [network.rootAddress, address(accountAddress(bob.id)), i128(5n)]] as const;
    const limited = network.invoke(network.native, ...call, { change: { instructions: 10 } });
    expect(limited.operation).toBe('invokeHostFunctionResourceLimitExceeded');
    expect(network.invoke(network.native, ...call, { change: { writeBytes: 10 } }).operation).toBe(
      'invokeHostFunctionResourceLimitExceeded',
    );
    expect(network.invoke(network.native, ...call, { change: { readWrite: [] } }).operation).toBe(
      'invokeHostFunctionTrapped',
    );
    expect(network.invoke(network.native, ...call, { change: { instructions: 500_000_000 } }).code).toBe(
      'txSorobanInvalid',
    );
  });

  it('lets an entry live longer, and pays rent for it', () => {
    const network = new Contracts();
    network.createAsset();
    const extended = network.extend(network.native, 1000);
    expect(extended).toMatchObject({ code: 'txSuccess', operation: 'extendFootprintTtlSuccess' });
    expect(network.liveUntil(network.native)).toBe(network.ledger + 1000);
    expect(extended.json.sorobanMeta.refundable).toBeGreaterThan(0n);
  });

  it('archives what nobody uses, and restores it when asked to', () => {
    const network = new Contracts();
    network.createAsset();
    const until = network.liveUntil(network.native) ?? 0;
    while (network.ledger <= until + 60) network.close();
    expect(network.liveUntil(network.native)).toBe(undefined);
    expect(network.evicted.length).toBe(2);
    const balance = ['balance', [network.rootAddress]] as const;
    const archived = network.invoke(network.native, ...balance, { change: { archived: [] } });
    expect(archived.operation).toBe('invokeHostFunctionEntryArchived');
    expect(network.restore(network.native)).toMatchObject({
      code: 'txSuccess',
      changes: ['ledgerEntryRestored', 'ledgerEntryRestored'],
    });
    expect(network.invoke(network.native, ...balance).code).toBe('txSuccess');
  });

  it('restores an archived entry with the call that needs it', () => {
    const network = new Contracts();
    network.createAsset();
    const until = network.liveUntil(network.native) ?? 0;
    while (network.ledger <= until) network.close();
    const restored = network.invoke(network.native, 'balance', [network.rootAddress]);
    expect(restored).toMatchObject({ code: 'txSuccess' });
    expect(restored.changes).toContain('ledgerEntryRestored');
    expect(network.liveUntil(network.native)).toBeGreaterThan(until);
  });
});
