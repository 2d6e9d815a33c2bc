/** Registers the contracts that the simulator executes and generates their placeholder Wasm modules. */
import { hexOf } from '../../encode/from-xdr.ts';
import { sha256 } from '../../identity.ts';
import type { NativeContract } from '../env.ts';
import { HostError } from '../host-error.ts';
import { callerContract } from './caller.ts';
import { poolContract } from './pool.ts';
import { walletSpec } from './spec.ts';
import { tokenContract } from './token.ts';
import { holder, walletContract } from './wallet.ts';

/** The contracts that are executed by their code's hash. Their code is a module that does nothing: it is never run. */
const programs = {
  token: tokenContract,
  pool: poolContract,
  caller: callerContract,
  wallet: walletContract,
  vault: { ...walletContract, holder },
} satisfies Record<string, NativeContract>;

/** Programs whose module tells their interface. */
const specs: Partial<Record<Program, () => Uint8Array>> = { vault: walletSpec };

/** The name of a contract whose code is in the simulator. */
export type Program = keyof typeof programs;

/** Returns the WebAssembly module that stands for a program: the magic number, the version, and sections with its name and interface. */
export function wasmOf(program: Program): Uint8Array {
  const spec = specs[program]?.();
  const sections = [
    section(`ledgerlake/${program}`, Buffer.alloc(600, program)),
    ...(spec ? [section('contractspecv0', spec)] : []),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from('0061736d01000000', 'hex'), ...sections]));
}

// a custom section: id 0, length as LEB128 in two bytes
function section(name: string, bytes: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.of(name.length), Buffer.from(name, 'ascii'), bytes]);
  return Buffer.concat([Buffer.of(0, (content.length & 0x7f) | 0x80, content.length >> 7), content]);
}

/** Returns the hash of a program's code as hex. */
export const wasmHashOf = (program: Program): string => hexOf(sha256(wasmOf(program)));

/** Returns the contract whose code has this hash; throws HostError for code that the simulator does not execute. */
export function codeOfWasm(hash: string): NativeContract {
  const found = byHash().get(hash);
  if (found) return found;
  throw new HostError('wasmVm', 'invalidAction', `the simulator does not execute the code ${hash}`);
}

/** Whether the simulator executes code of this hash. */
export const isKnownCode = (hash: string): boolean => byHash().has(hash);

/** Returns the names of the programs. */
export const programNames = (): string[] => Object.keys(programs);

function byHash(): ReadonlyMap<string, NativeContract> {
  known ??= new Map(Object.entries(programs).map(([name, contract]) => [wasmHashOf(name as Program), contract]));
  return known;
}

let known: ReadonlyMap<string, NativeContract> | undefined;
