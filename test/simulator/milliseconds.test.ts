import * as xdr from '@stellar/stellar-sdk/xdr';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { readLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { networkId } from '../../src/ledger/network.ts';
import { checkFollows, checkLedger } from '../../src/ledger/verify.ts';
import { createNetwork } from '../../src/simulator/create-network.ts';
import { simulate } from '../../src/simulator/simulate.ts';
import { decodeJson } from '../../src/xdr/decode.ts';
import { ContractCostType, StellarValueType } from '../../src/xdr/generated/enums.ts';

const passphrase = 'Milliseconds Test Network';
const id = networkId(passphrase);

const armOf = ({ view, scpValue }: Ledger) => view.getInt32(scpValue.ext);

/** A name of 1,024 bytes in the spec of uploaded code. */
const longName = new RegExp(`00000400(${Buffer.from('ledgerlake::').toString('hex')}){80}`, 'g');

describe.each([
  { protocol: 27, interval: 5, arms: [StellarValueType.stellarValueSigned] },
  { protocol: 28, interval: 5, arms: [StellarValueType.stellarValueSigned, StellarValueType.stellarValueEmptyTxSet] },
  {
    ...{ protocol: 30, interval: 0.1 },
    arms: [StellarValueType.stellarValueSignedMs, StellarValueType.stellarValueEmptyTxSetMs],
  },
])('a network of protocol $protocol', ({ protocol, interval, arms }) => {
  it('closes ledgers whose hashes hold, with the values of its protocol', () => {
    const options = { seed: 'ms', passphrase, ledgers: 100, transactionsPerLedger: 10, mix: 'mixed' as const };
    const found = new Set<number>();
    let before;
    let number = 0;
    const counts = { muxed: 0, bound: 0, delegated: 0, checks: 0, long: 0 };
    const times = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    for (const { bytes, closeTime } of simulate({ ...options, protocol, interval })) {
      const ledger = readLedger(bytes);
      const facts = checkLedger(ledger, id);
      checkFollows(before, ledger, facts);
      before = facts;
      found.add(armOf(ledger));
      expect(ledger.closeTimeMs).toBe(1_767_225_600_000 + Math.round(interval * 1000) * number++);
      expect(closeTime * 1000).toBe(ledger.closeTimeMs);
      if (armOf(ledger) === arms[1]) expect(ledger.transactions).toHaveLength(0);
      const json = decodeJson('LedgerCloseMeta', bytes);
      counts.muxed += times(json, /"W[A-D][A-Z2-7]{67}"/g);
      counts.bound += times(json, /"address_v2"/g);
      counts.delegated += times(json, /"address_with_delegates"/g);
      counts.checks += times(json, /\{"symbol":"fn_call"\},\{"bytes":"\w+"\},\{"symbol":"__check_auth"\}/g);
      counts.long += times(json, longName);
    }
    expect([...found].sort()).toEqual(arms);
    expect(counts.bound).toBeGreaterThan(0);
    // Each check of a wallet succeeded that was asked for.
    expect(counts.delegated).toBeGreaterThan(0);
    expect(counts.checks).toBe(counts.delegated);
    if (protocol < 30) expect([counts.muxed, counts.long]).toEqual([0, 0]);
    else expect([counts.muxed > 0, counts.long > 0]).toEqual([true, true]);
  });
});

describe('a network that is upgraded to protocol 30', () => {
  it('has milliseconds from the ledger after the upgrade on', () => {
    const network = createNetwork({ seed: 'ms', passphrase, protocol: 28 });
    const upgraded = network.close({ upgrades: [xdr.LedgerUpgrade.ledgerUpgradeVersion(30)] });
    const costs = JSON.parse(decodeJson('LedgerCloseMeta', upgraded.bytes))
      .v2.upgrades_processing[0].changes.map(
        ({ created }: { created?: Record<string, Record<string, Record<string, unknown[]>>> }) =>
          created?.['data']['config_setting'],
      )
      .flatMap((setting: Record<string, unknown[]>) => Object.values(setting).map((list) => list.length));
    // CPU and memory of each ContractCostType, ML-DSA the last (CAP-87).
    expect(costs).toEqual([Object.keys(ContractCostType).length, Object.keys(ContractCostType).length]);
    network.close({ closeTime: 1_767_225_600.6 });
    network.close({ closeTime: 1_767_225_600.601 });
    const ledgers = network.ledgers().map(({ bytes }) => readLedger(bytes));
    expect(ledgers.map((ledger) => [ledger.protocolVersion, armOf(ledger), ledger.closeTimeMs % 1000])).toEqual([
      [30, StellarValueType.stellarValueSigned, 0],
      [30, StellarValueType.stellarValueSignedMs, 600],
      [30, StellarValueType.stellarValueSignedMs, 601],
    ]);
    expect(() => network.close({ closeTime: 1_767_225_600.601 })).toThrow(
      new UsageError('close time 1767225600.601 is not after that of the last ledger, 1767225600.601'),
    );
  });

  it('takes no part of a second before', () => {
    const network = createNetwork({ seed: 'ms', passphrase, protocol: 28 });
    expect(() => network.close({ closeTime: 1_767_225_600.5 })).toThrow(
      new UsageError('close time 1767225600.5 is no whole second, as protocols before 30 need'),
    );
  });
});
