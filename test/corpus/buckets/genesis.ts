/** What ledger 1 of a test network holds (stellar-core LedgerManagerImpl::startNewLedger, NetworkConfig.cpp initializeGenesisLedgerForTesting). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Keypair } from '@stellar/stellar-sdk';
import * as xdr from '@stellar/stellar-sdk/xdr';
import { decompress } from '../../../src/ledger/compression.ts';
import { ledgersIn } from '../../../src/ledger/ledger.ts';
import { ConfigSettingId, ContractCostType, LedgerEntryType } from '../../../src/xdr/generated/enums.ts';
import { skipLedgerEntry } from '../../../src/xdr/generated/skip.ts';

/** The account that has all coins, as a LedgerEntry. */
export function rootEntry(passphrase: string): Uint8Array {
  const seed = createHash('sha256').update(passphrase).digest();
  const account = new xdr.AccountEntry({
    accountId: Keypair.fromRawEd25519Seed(seed).xdrAccountId(),
    balance: 10n ** 18n,
    seqNum: 0n,
    numSubEntries: 0,
    inflationDest: null,
    flags: 0,
    homeDomain: '',
    thresholds: Uint8Array.of(1, 0, 0, 0),
    signers: [],
    ext: xdr.AccountEntryExt.v0(),
  });
  const data = xdr.LedgerEntryData.account(account);
  return new xdr.LedgerEntry({ lastModifiedLedgerSeq: 1, data, ext: xdr.LedgerEntryExt.v0() }).toXdr();
}

/**
 * The settings of a network that begins with protocol 26 or later, or with 23: those that ledger 3 of the capture at `path` created
 * when it went from protocol 0 to 26, with the costs that only such a network starts with.
 */
export function genesisSettings(path: string, protocol: number): Uint8Array[] {
  const settings = settingsOf(path).map((entry) => startingCosts(entry, protocol));
  return protocol >= 26 ? settings : settings.filter((entry) => !isOf(entry, ...frozenKeySettings));
}

const { configSettingContractCostParamsCpuInstructions: CPU, configSettingContractCostParamsMemoryBytes: MEMORY } =
  ConfigSettingId;
const frozenKeySettings = [ConfigSettingId.configSettingFrozenLedgerKeys, ConfigSettingId.configSettingFreezeBypassTxs];

function settingsOf(path: string): Buffer[] {
  const found: Buffer[] = [];
  for (const { ledger } of ledgersIn(decompress(readFileSync(path), { file: path }), path)) {
    if (ledger.sequence !== 3) continue;
    const { view, changes, bytes } = ledger;
    for (const index of changes.inOrder()) {
      const start = changes.start(index) + 4;
      if (view.getInt32(start + 4) !== LedgerEntryType.configSetting) continue;
      const entry = Buffer.from(bytes.subarray(start, skipLedgerEntry(view, start)));
      entry.writeUInt32BE(1);
      found.push(entry);
    }
  }
  return found;
}

const isOf = (entry: Buffer, ...settings: number[]) => settings.includes(entry.readInt32BE(8));

/** updateRecalibratedCostTypesForV20; before protocol 26 also what updateCostTypesForV26 replaces, and none of what came later. */
function startingCosts(entry: Buffer, protocol: number): Buffer {
  if (!isOf(entry, CPU, MEMORY)) return entry;
  const column = isOf(entry, CPU) ? 0 : 1;
  const replaced = protocol >= 26 ? recalibrated : { ...recalibrated, ...costsBefore26 };
  for (const [type, terms] of Object.entries(replaced)) {
    const pair = terms[column];
    if (!pair) continue;
    entry.writeBigInt64BE(BigInt(pair[0]), costAt(Number(type)) + 4);
    entry.writeBigInt64BE(BigInt(pair[1]), costAt(Number(type)) + 12);
  }
  if (protocol >= 26) return entry;
  const count = ContractCostType.bls12381FrInv + 1;
  entry.writeUInt32BE(count, 12);
  return Buffer.concat([entry.subarray(0, costAt(count)), Buffer.alloc(4)]);
}

/** Where the parameters of a type stand: an extension and two terms. */
const costAt = (type: number) => 16 + 20 * type;

/** The constant and the linear term, of instructions and of memory. */
type Terms = [cpu: [number, number] | undefined, memory?: [number, number]];

const recalibrated: Record<number, Terms> = {
  [ContractCostType.dispatchHostFunction]: [[295, 0]],
  [ContractCostType.visitObject]: [[60, 0]],
  [ContractCostType.valSer]: [[221, 26]],
  [ContractCostType.valDeser]: [[331, 4369]],
  [ContractCostType.computeSha256Hash]: [[3636, 7013]],
  [ContractCostType.computeEd25519PubKey]: [[40256, 0]],
  [ContractCostType.verifyEd25519Sig]: [[377551, 4059]],
  [ContractCostType.vmInstantiation]: [
    [417482, 45712],
    [132773, 4903],
  ],
  [ContractCostType.invokeVmFunction]: [[1945, 0]],
  [ContractCostType.computeKeccak256Hash]: [[6481, 5943]],
  [ContractCostType.decodeEcdsaCurve256Sig]: [[711, 0]],
  [ContractCostType.recoverEcdsaSecp256k1Key]: [[2314804, 0]],
  [ContractCostType.int256AddSub]: [[4176, 0]],
  [ContractCostType.int256Mul]: [[4716, 0]],
  [ContractCostType.int256Div]: [[4680, 0]],
  [ContractCostType.int256Pow]: [[4256, 0]],
  [ContractCostType.int256Shift]: [[884, 0]],
  [ContractCostType.chaCha20DrawBytes]: [[1059, 502]],
};

const costsBefore26: Record<number, Terms> = {
  [ContractCostType.bls12381G1Msm]: [
    [2426722, 96397671],
    [109494, 354667],
  ],
  [ContractCostType.bls12381MapFpToG1]: [
    [1541554, 0],
    [5552, 0],
  ],
  [ContractCostType.bls12381HashToG1]: [
    [3211191, 6713],
    [9424, 0],
  ],
  [ContractCostType.bls12381G2Msm]: [
    [8035968, 309667335],
    [219654, 354667],
  ],
  [ContractCostType.bls12381MapFp2ToG2]: [
    [2420202, 0],
    [3344, 0],
  ],
  [ContractCostType.bls12381HashToG2]: [
    [7050564, 6797],
    [6816, 0],
  ],
};
