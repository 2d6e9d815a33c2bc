import { Asset, Claimant, Operation, StrKey, type xdr } from '@stellar/stellar-sdk';
import { describe, expect, it } from 'vitest';
import { createBuilder } from '../../src/arrow/table.ts';
import { networkId, passphrases } from '../../src/ledger/network.ts';
import { Context } from '../../src/tables/context.ts';
import { Decoder } from '../../src/tables/decoder.ts';
import { extractOperationParticipants, operationParticipants } from '../../src/tables/operation-participants.ts';
import { LedgerEntryChangeType, LedgerEntryType, ScAddressType, ScValType } from '../../src/xdr/generated/enums.ts';
import { ledgerOf, words } from '../make/ledger.ts';
import { account, envelopeOf, key, source } from '../make/transaction.ts';

const sourceKey = StrKey.decodeEd25519PublicKey(source);
const [a, b, c] = [2, 3, 4].map(account) as [string, string, string];
const usd = new Asset('USD', a);
const muxed = StrKey.encodeMed25519PublicKey(Buffer.concat([key(2), words(0, 7)]));
const NO_CHANGES = words(2, 0, 0, 0);

/** Role and address of the participants of each operation of a transaction whose result and meta are given. */
function rolesOf(operations: xdr.Operation[], meta = NO_CHANGES, successful = true) {
  const results = operations.map(() => words(-1));
  const result = Buffer.concat([words(0, 0, successful ? 0 : -1, operations.length), ...results, words(0)]);
  const table = createBuilder(operationParticipants);
  const ledger = ledgerOf({ envelope: envelopeOf(operations), result, meta });
  extractOperationParticipants(new Context(ledger, new Decoder(networkId(passphrases.testnet))), table.columns);
  const rows = table.batch().toArray();
  return rows
    .filter(({ role, address }) => role !== 'source' || address !== source)
    .map(({ operation_id, role, address }) => `${Number(operation_id) & 4095} ${role} ${address}`);
}

describe('participants', () => {
  it.each([
    ['create account', Operation.createAccount({ destination: a, startingBalance: '1' }), [`destination ${a}`]],
    ['payment, muxed', Operation.payment({ destination: muxed, asset: usd, amount: '1' }), [`destination ${a}`]],
    [
      'payment to itself',
      Operation.payment({ destination: source, asset: usd, amount: '1' }),
      [`destination ${source}`],
    ],
    ['account merge', Operation.accountMerge({ destination: b }), [`destination ${b}`]],
    [
      'allow trust',
      Operation.allowTrust({ trustor: b, assetCode: 'USD', authorize: true, source: a }),
      [`source ${a}`, `trustor ${b}`],
    ],
    [
      'create claimable balance',
      Operation.createClaimableBalance({ asset: usd, amount: '1', claimants: [new Claimant(a), new Claimant(b)] }),
      [`claimant ${a}`, `claimant ${b}`],
    ],
    ['clawback', Operation.clawback({ asset: usd, amount: '1', from: muxed }), [`from ${a}`]],
    ['revoke sponsorship of an offer', Operation.revokeOfferSponsorship({ seller: b, offerId: '7' }), [`owner ${b}`]],
    [
      'revoke sponsorship of a signer',
      Operation.revokeSignerSponsorship({ account: b, signer: { ed25519PublicKey: c } }),
      [`owner ${b}`],
    ],
    ['revoke sponsorship of a balance', Operation.revokeClaimableBalanceSponsorship({ balanceId: '0'.repeat(72) }), []],
  ])('of %s', (_, operation, roles) => {
    expect(rolesOf([operation])).toEqual(roles.map((text) => `1 ${text}`));
  });

  it('name who began the sponsorship that ends, unless the transaction failed', () => {
    const operations = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: b, source: a }),
      Operation.beginSponsoringFutureReserves({ sponsoredId: c }),
      Operation.endSponsoringFutureReserves({ source: b }),
    ];
    const begun = [`1 source ${a}`, `1 sponsored ${b}`, `2 sponsored ${c}`, `3 source ${b}`];
    expect(rolesOf(operations)).toEqual([...begun, `3 sponsor ${a}`]);
    expect(rolesOf(operations, NO_CHANGES, false)).toEqual(begun);
  });

  it('name who sponsors the created entry with the lowest key', () => {
    const balance = (id: number, sponsor: number) => {
      const head = words(LedgerEntryChangeType.ledgerEntryCreated, 7, LedgerEntryType.claimableBalance, 0);
      const sponsorship = [words(1, 1, 0), key(sponsor), words(0)];
      return Buffer.concat([head, key(id), words(1, 0, 0), key(2), words(0, 0, 0, 5, 0), ...sponsorship]);
    };
    // Meta V2 of a revocation that redeemed shares of two pools: balances in any order.
    const meta = Buffer.concat([words(2, 0, 1, 3), balance(9, 4), balance(8, 3), balance(10, 4), words(0)]);
    const flags = { authorized: false };
    const operation = Operation.setTrustLineFlags({ trustor: a, asset: new Asset('USD', source), flags });
    expect(rolesOf([operation], meta)).toEqual([`1 trustor ${a}`, `1 sponsor ${b}`]);
  });

  it('of a call are the accounts that asset contracts name, then those whose entries changed', () => {
    const contract = StrKey.decodeContract(usd.contractId(passphrases.testnet));
    const text = (type: number, value: string) => {
      const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
      return Buffer.concat([words(type, value.length), Buffer.from(value), padding]);
    };
    const account = (id: Buffer) =>
      Buffer.concat([words(ScValType.scvAddress, ScAddressType.scAddressTypeAccount, 0), id]);
    const other = Buffer.concat([words(ScValType.scvAddress, ScAddressType.scAddressTypeContract), key(9)]);
    const symbol = (value: string) => text(ScValType.scvSymbol, value);
    const name = text(ScValType.scvString, `USD:${a}`);
    const event = (id: Uint8Array, ...topics: Buffer[]) =>
      Buffer.concat([words(0, 1), id, words(1, 0, topics.length), ...topics, words(ScValType.scvI128, 0, 0, 0, 5)]);
    const events = [
      event(contract, symbol('transfer'), account(key(3)), other, name),
      // With and without the administrator.
      event(contract, symbol('mint'), account(key(2)), account(key(4)), name),
      event(contract, symbol('mint'), account(key(3)), name),
      // Of another contract, which only says so.
      event(key(9), symbol('burn'), account(key(7)), name),
      event(contract, symbol('set_admin'), account(key(7)), account(key(7)), name),
    ];
    const trustLine = (id: Buffer) =>
      Buffer.concat([
        words(LedgerEntryChangeType.ledgerEntryCreated, 7, LedgerEntryType.trustline, 0),
        id,
        words(0, 0, 0, 0, 0, 1, 0, 0),
      ]);
    const changes = [trustLine(key(4)), trustLine(key(8)), trustLine(Buffer.from(sourceKey))];
    // Meta V4: an extension, changes before; of the operation an extension, changes, events; changes after, no Soroban meta.
    const meta = Buffer.concat([
      words(4, 0, 0, 1, 0, changes.length),
      ...changes,
      words(events.length),
      ...events,
      words(0, 0, 0, 0),
    ]);
    const call = Operation.invokeContractFunction({
      contract: usd.contractId(passphrases.testnet),
      function: 'f',
      args: [],
    });
    const holder = StrKey.encodeEd25519PublicKey(key(8));
    expect(rolesOf([call], meta)).toEqual([`1 from ${b}`, `1 to ${c}`, `1 to ${b}`, `1 holder ${holder}`]);
  });
});
