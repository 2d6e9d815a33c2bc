/** Lists the contracts of a simulated network and the host functions that deploy them. */
import * as xdr from '@stellar/stellar-sdk/xdr';
import { accountAddress, type Address } from '../events/log.ts';
import { identityOf, sha256, type Identity } from '../identity.ts';
import { wasmHashOf, wasmOf, type Program } from '../soroban/contracts/index.ts';
import { FIRST_WITH_LONG_NAMES } from '../soroban/contracts/spec.ts';
import { contractIdOf } from '../soroban/create.ts';
import { codeLedgerKey, instanceLedgerKey } from '../soroban/keys.ts';
import { FIRST_WITH_BOUND_ADDRESS } from '../soroban/must-execute.ts';
import { address, scContract, scString, u32 } from '../soroban/values.ts';
import { hexOf } from '../encode/from-xdr.ts';
import { readEntryKey } from '../encode/read-entry.ts';
import type { State } from '../state/state.ts';
import type { TrafficAsset } from './asset.ts';
import type { Cast } from './cast.ts';

/** Something that developers put on the network. */
interface Deployment {
  /** By which the state calls what it makes. */
  key: string;
  /** The first protocol that has it. */
  since?: number;
  call: xdr.HostFunction;
}

/** A pool contract and the contracts of its tokens. */
export interface PoolContract {
  pool: Address;
  tokenA: Address;
  tokenB: Address;
}

/** A contract that pays when its holder signs as its delegate. */
export interface Wallet {
  contract: Address;
  holder: Identity;
  /** Hash of its code as hex. */
  code: string;
}

/** The contracts of a network: those of its assets, a token, two pools and a caller, deployed one after the other. */
export class Contracts {
  readonly developers: readonly Identity[];
  readonly assets: readonly { asset: TrafficAsset; contract: Address }[];
  readonly token: Address;
  readonly pools: readonly PoolContract[];
  readonly caller: Address;
  /** Contracts that hold lumens for the first developer; which of them there are depends on the protocol. */
  readonly wallets: readonly Wallet[];
  readonly #deployments: readonly Deployment[];

  constructor(seed: string, networkId: Uint8Array, { native, assets }: Cast) {
    this.developers = ['ada', 'grace', 'barbara'].map((name) => identityOf(sha256(`${seed}/developer ${name}`)));
    this.assets = [native, ...assets].map((asset) => ({
      asset,
      contract: scContract(hexOf(asset.contractId.toBytes())),
    }));
    const [owner] = this.developers;
    const made = (program: Program, salt: string, ...args: xdr.ScVal[]) =>
      creation(networkId, owner, program, salt, args);
    const token = made(
      'token',
      'token',
      address(accountAddress(owner.id)),
      u32(7),
      scString('Lake Coin'),
      scString('LAKE'),
    );
    const [lumens, first] = this.assets;
    const pools = [
      { tokenA: lumens.contract, tokenB: first.contract },
      { tokenA: first.contract, tokenB: token.contract },
    ].map((pair, i) => ({ ...pair, ...made('pool', `pool ${i}`, address(pair.tokenA), address(pair.tokenB)) }));
    const caller = made('caller', 'caller');
    this.token = token.contract;
    this.pools = pools.map(({ contract, tokenA, tokenB }) => ({ pool: contract, tokenA, tokenB }));
    this.caller = caller.contract;
    const wallets = walletPrograms.map(([program, since]) => ({
      ...{ program, since },
      ...made(program, program, address(accountAddress(owner.id))),
    }));
    const [holder] = this.developers;
    this.wallets = wallets.map(({ program, contract }) => ({ contract, holder, code: wasmHashOf(program) }));
    this.#deployments = [
      ...this.assets.map(({ asset, contract }) => ({
        key: readEntryKey(instanceLedgerKey(contract)),
        call: assetCreation(asset),
      })),
      ...(['token', 'pool', 'caller'] as const).map(upload),
      ...[token, ...pools, caller].map(({ contract, call }) => ({
        key: readEntryKey(instanceLedgerKey(contract)),
        call,
      })),
      ...walletPrograms.map(([program, since]) => ({ ...upload(program), since })),
      ...wallets.map(({ contract, call, since }) => ({ key: readEntryKey(instanceLedgerKey(contract)), call, since })),
    ];
  }

  /** Returns what is not deployed yet, in the order in which it can be. */
  missing(state: State, protocol: number): xdr.HostFunction[] {
    return this.#deployments.flatMap(({ key, call, since = 0 }) =>
      protocol < since || state.get(key) || state.archived(key) ? [] : call,
    );
  }
}

/** Programs of wallets, and the first protocol that they are on: one has credentials with delegates, one long names in specs. */
const walletPrograms = [
  ['wallet', FIRST_WITH_BOUND_ADDRESS],
  ['vault', FIRST_WITH_LONG_NAMES],
] as const satisfies readonly (readonly [Program, number])[];

function assetCreation({ asset }: TrafficAsset): xdr.HostFunction {
  return xdr.HostFunction.hostFunctionTypeCreateContract(
    new xdr.CreateContractArgs({
      contractIdPreimage: xdr.ContractIdPreimage.contractIdPreimageFromAsset(asset),
      executable: xdr.ContractExecutable.contractExecutableStellarAsset(),
    }),
  );
}

function upload(program: Program): Deployment {
  const call = xdr.HostFunction.hostFunctionTypeUploadContractWasm(wasmOf(program));
  return { key: readEntryKey(codeLedgerKey(wasmHashOf(program))), call };
}

function creation(
  networkId: Uint8Array,
  owner: Identity,
  program: Program,
  salt: string,
  constructorArgs: xdr.ScVal[],
) {
  const contractIdPreimage = xdr.ContractIdPreimage.contractIdPreimageFromAddress(
    new xdr.ContractIdPreimageFromAddress({
      address: xdr.ScAddress.scAddressTypeAccount(owner.accountId),
      salt: sha256(salt),
    }),
  );
  const executable = xdr.ContractExecutable.contractExecutableWasm(Buffer.from(wasmHashOf(program), 'hex'));
  const args = new xdr.CreateContractArgsV2({ contractIdPreimage, executable, constructorArgs });
  const contract = scContract(contractIdOf(networkId, contractIdPreimage));
  return { contract, call: xdr.HostFunction.hostFunctionTypeCreateContractV2(args) };
}
