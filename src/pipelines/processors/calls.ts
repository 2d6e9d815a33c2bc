/** The calls between contracts in an invocation: those that its authorisations name, else those that its host wrote down. */
import { ByteWriter } from '../../core/bytes.ts';
import type { Context } from '../../tables/context.ts';
import { DiagnosticCalls } from '../../tables/operation/diagnostic-calls.ts';
import { ScAddressType, SorobanAuthorizedFunctionType, SorobanCredentialsType } from '../../xdr/generated/enums.ts';
import {
  skipHostFunction,
  skipScAddress,
  skipSorobanAuthorizedFunction,
  skipSorobanCredentials,
} from '../../xdr/generated/skip.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import type { InvocationAt } from './invocations.ts';
import { stringAt } from './json/text.ts';

export interface ContractCall {
  from: string;
  to: string;
  name: string;
  depth: number;
  successful: boolean;
  /** How it is known: who signs for it, or `inferred` from diagnostic events. */
  auth: 'source_account' | 'contract' | 'inferred';
}

/** Calls `take` with each call of another contract. */
export function eachCall(context: Context, invocation: InvocationAt, take: (call: ContractCall) => void): void {
  const authorised: ContractCall[] = [];
  readAuthorised(context, invocation, (call) => authorised.push(call));
  if (authorised.length > 0) authorised.forEach(take);
  else readDiagnostic(context, invocation, take);
}

const text = new ByteWriter(64);

function contractText({ keys }: Context, view: DataView, p: number): string {
  text.length = 0;
  keys.write(text, strkeyVersion.contract, view, p);
  return text.text();
}

/** The trees of the authorisation entries, depth first; the root is called by the operation's contract. */
function readAuthorised(context: Context, invocation: InvocationAt, take: (call: ContractCall) => void): void {
  const { view } = context;
  const { at, contract, contractAt, call, successful } = invocation;
  // What makes a contract calls from none.
  const own = call < 0 ? '' : contractText(context, contract, contractAt);
  const list = skipHostFunction(view, at.body);
  let p = list + 4;
  for (let i = view.getUint32(list); i > 0; i--) {
    const isAccount = view.getInt32(p) === SorobanCredentialsType.sorobanCredentialsSourceAccount;
    const auth = isAccount ? 'source_account' : 'contract';
    p = readTree(context, skipSorobanCredentials(view, p), { from: own, depth: 0, auth, successful }, take);
  }
}

type Above = Pick<ContractCall, 'from' | 'depth' | 'auth' | 'successful'>;

/** Reads the SorobanAuthorizedInvocation at `p` and returns where it ends. */
function readTree(context: Context, p: number, above: Above, take: (call: ContractCall) => void): number {
  const { view } = context;
  const isCall = view.getInt32(p) === SorobanAuthorizedFunctionType.sorobanAuthorizedFunctionTypeContractFn;
  const isContract = isCall && view.getInt32(p + 4) === ScAddressType.scAddressTypeContract;
  const to = isContract ? contractText(context, view, p + 8) : '';
  if (above.from !== '' && to !== '' && above.from !== to) {
    take({ ...above, to, name: stringAt(view, skipScAddress(view, p + 4)) });
  }
  const end = skipSorobanAuthorizedFunction(view, p);
  p = end + 4;
  for (let i = view.getUint32(end); i > 0; i--)
    p = readTree(context, p, { ...above, from: to, depth: above.depth + 1 }, take);
  return p;
}

const diagnostic = new DiagnosticCalls();

/** Reads the host's own record of calls from diagnostic events; without these nothing is guessed. */
function readDiagnostic(context: Context, { at }: InvocationAt, take: (call: ContractCall) => void): void {
  const { view } = context;
  diagnostic.read(at);
  for (let i = 0; i < diagnostic.length; i++) {
    const parent = diagnostic.parents[i];
    if (parent < 0) continue;
    take({
      from: contractText(context, view, diagnostic.contracts[parent]),
      to: contractText(context, view, diagnostic.contracts[i]),
      name: stringAt(view, diagnostic.functions[i]),
      depth: diagnostic.depths[i],
      successful: diagnostic.returned[i] === 1,
      auth: 'inferred',
    });
  }
}
