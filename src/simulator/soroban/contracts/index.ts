import { hexOf } from '../../state/from-xdr.ts';
import { sha256 } from '../../identity.ts';
import type { NativeContract } from '../env.ts';
import { HostError } from '../host-error.ts';
import { callerContract } from './caller.ts';
import { poolContract } from './pool.ts';
import { tokenContract } from './token.ts';

/** The contracts that are executed by their code's hash. Their code is a module that does nothing: it is never run. */
const programs = { token: tokenContract, pool: poolContract, caller: callerContract } satisfies Record<
  string,
  NativeContract
>;

/** The name of a contract whose code is in the simulator. */
export type Program = keyof typeof programs;

/** Returns the WebAssembly module that stands for a program: the magic number, the version, and a section with its name. */
export function wasmOf(program: Program): Uint8Array {
  const name = Buffer.from(`ledgerlake/${program}`, 'ascii');
  const filler = Buffer.alloc(600, program);
  const content = Buffer.concat([Buffer.from([name.length]), name, filler]);
  // a custom section: id 0, length as LEB128 in two bytes
  const head = Buffer.from([0, (content.length & 0x7f) | 0x80, content.length >> 7]);
  return new Uint8Array(Buffer.concat([Buffer.from('0061736d01000000', 'hex'), head, content]));
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
  known ??= new Map<string, NativeContract>([
    [wasmHashOf('token'), programs.token],
    [wasmHashOf('pool'), programs.pool],
    [wasmHashOf('caller'), programs.caller],
  ]);
  return known;
}

let known: ReadonlyMap<string, NativeContract> | undefined;
