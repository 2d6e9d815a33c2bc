/** Contract calls as a tree, with the names that the interfaces of the contracts give their arguments. */
import type { ComponentChildren } from 'preact';
import { useLoaded } from '../app/load.ts';
import { rest } from '../app/server.ts';
import { Badge } from '../parts/badge.tsx';
import { Fields } from '../parts/fields.tsx';
import { Address } from '../parts/names.tsx';
import { Decoded, Value } from '../parts/value.tsx';

/** A contract call, and the calls that it made. */
export interface Call {
  caller?: string;
  contract_id: string;
  function_name?: string;
  arguments?: unknown[];
  successful: boolean;
  calls: Call[];
}

/** Names of the arguments of each function, by contract. */
type Names = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Interfaces that are read at most: a transaction can call hundreds of contracts. */
const INTERFACES = 12;

export function Calls({ of: calls }: { of: readonly Call[] }) {
  const contracts = [...new Set(flat(calls).map((call) => call.contract_id))].slice(0, INTERFACES);
  const names = useLoaded((signal) => namesOf(contracts, signal), [contracts.join()]);
  return <Branch of={calls} names={names.value ?? new Map()} isRoot />;
}

const flat = (calls: readonly Call[]): Call[] => calls.flatMap((call) => [call, ...flat(call.calls)]);

/** A contract whose code the lake does not have gives no names. */
async function namesOf(contracts: readonly string[], signal: AbortSignal): Promise<Names> {
  const read = async (id: string) => {
    const { functions } = (await rest().get('/api/v1/silver/contracts/{id}/interface', { id }, { signal })).interface;
    return [id, new Map(functions.map(({ name, inputs }) => [name, inputs.map((input) => input.name)]))] as const;
  };
  const found = await Promise.allSettled(contracts.map(read));
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
}

interface BranchProps {
  of: readonly Call[];
  names: Names;
  isRoot?: boolean;
}

function Branch({ of: calls, names, isRoot = false }: BranchProps): ComponentChildren {
  if (calls.length === 0) return null;
  return (
    <ul class={isRoot ? 'tree' : undefined}>
      {calls.map((call) => (
        <li>
          <Address id={call.contract_id} /> <Value text={call.function_name ?? 'unknown function'} most={64} />{' '}
          {!call.successful && <Badge tone="bad">failed</Badge>}
          {isRoot && call.caller !== undefined && (
            <small>
              {' '}
              called by <Address id={call.caller} />
            </small>
          )}
          <Arguments of={call} names={names.get(call.contract_id)?.get(call.function_name ?? '')} />
          <Branch of={call.calls} names={names} />
        </li>
      ))}
    </ul>
  );
}

function Arguments({ of: call, names = [] }: { of: Call; names?: readonly string[] }) {
  const given = call.arguments ?? [];
  if (given.length === 0) return null;
  return (
    <div class="arguments">
      <Fields of={given.map((value, i) => [names[i] ?? `argument ${i + 1}`, <Decoded of={value} />])} />
    </div>
  );
}
