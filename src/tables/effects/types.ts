/** The types of effects, with the codes that Hubble and Horizon give them. */
import { Piece } from '../../core/bytes.ts';
import { fieldName } from '../../xdr/names.ts';

/** Code of each type. */
export const effectType = {
  accountCreated: 0,
  accountRemoved: 1,
  accountCredited: 2,
  accountDebited: 3,
  accountThresholdsUpdated: 4,
  accountHomeDomainUpdated: 5,
  accountFlagsUpdated: 6,
  accountInflationDestinationUpdated: 7,
  signerCreated: 10,
  signerRemoved: 11,
  signerUpdated: 12,
  trustlineCreated: 20,
  trustlineRemoved: 21,
  trustlineUpdated: 22,
  trustlineFlagsUpdated: 26,
  offerCreated: 30,
  offerRemoved: 31,
  offerUpdated: 32,
  trade: 33,
  dataCreated: 40,
  dataRemoved: 41,
  dataUpdated: 42,
  sequenceBumped: 43,
  claimableBalanceCreated: 50,
  claimableBalanceClaimantCreated: 51,
  claimableBalanceClaimed: 52,
  accountSponsorshipCreated: 60,
  accountSponsorshipUpdated: 61,
  accountSponsorshipRemoved: 62,
  trustlineSponsorshipCreated: 63,
  trustlineSponsorshipUpdated: 64,
  trustlineSponsorshipRemoved: 65,
  dataSponsorshipCreated: 66,
  dataSponsorshipUpdated: 67,
  dataSponsorshipRemoved: 68,
  claimableBalanceSponsorshipCreated: 69,
  claimableBalanceSponsorshipUpdated: 70,
  claimableBalanceSponsorshipRemoved: 71,
  signerSponsorshipCreated: 72,
  signerSponsorshipUpdated: 73,
  signerSponsorshipRemoved: 74,
  claimableBalanceClawedBack: 80,
  liquidityPoolDeposited: 90,
  liquidityPoolWithdrew: 91,
  liquidityPoolTrade: 92,
  liquidityPoolCreated: 93,
  liquidityPoolRemoved: 94,
  liquidityPoolRevoked: 95,
  contractCredited: 96,
  contractDebited: 97,
  extendFootprintTtl: 98,
  restoreFootprint: 99,
} as const;

/** A type's code. */
export type EffectType = (typeof effectType)[keyof typeof effectType];

/** The name of each type, such as account_created, by its code. */
export const effectNames: readonly (Piece | undefined)[] = namesByCode();

function namesByCode(): (Piece | undefined)[] {
  const names: (Piece | undefined)[] = [];
  for (const [name, code] of Object.entries(effectType)) {
    names[code] = new Piece(fieldName(name));
  }
  return names;
}
