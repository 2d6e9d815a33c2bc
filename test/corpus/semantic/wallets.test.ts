/** What a contract is, beside what its code exports by WebAssembly's own reader, and its instance in golden rows. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../corpus.ts';
import { goldenSets } from '../golden/sets.ts';
import { sorted, useNetworks, type Network } from '../silver/networks.ts';

const signerTypes = ['Ed25519', 'Secp256k1', 'Secp256r1', 'WebAuthn', 'Passkey'];
const signerManagement = ['add_passkey', 'allow_signing_key', 'set_webauthn_verifier', 'add_signer'];
const ofTokens = ['transfer', 'balance', 'decimals', 'name', 'symbol'];
const tellingNames = ['__check_auth', 'add_context_rule', ...signerManagement, ...ofTokens];

/** Sets of load tests have one contract again and again. */
const sets = goldenSets.filter(({ name }) => !name.startsWith('load-test'));

/** What is used of what Node has and its types lack. */
interface Reader {
  Module: {
    new (code: Uint8Array): object;
    exports: (module: object) => { name: string; kind: string }[];
  };
}

const { Module } = (globalThis as typeof globalThis & { WebAssembly: Reader }).WebAssembly;

/** Whether a value has, anywhere, a symbol that is the type of a signer. */
function hasTypedSigner(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (signerTypes.includes((value as { symbol: string }).symbol)) return true;
  return Object.values(value).some(hasTypedSigner);
}

/** Returns the wallet type by the first rule that holds. */
function walletType(functions: Set<string>, instance: unknown, knowsCode: boolean): string | null {
  const checksAuth = functions.has('__check_auth');
  if ((checksAuth || !knowsCode) && hasTypedSigner(instance)) return 'crossmint';
  if (functions.has('add_context_rule') && functions.has('add_signer')) return 'openzeppelin';
  return checksAuth && signerManagement.some((name) => functions.has(name)) ? 'sep50_generic' : null;
}

/** The functions that each code exports, by its hash; the macro that looks for them finds each, and no other that tells what a contract is. */
async function exportsOf({ select }: Network): Promise<Map<string, string[]>> {
  const rows = await select('select distinct contract_code_hash as hash, hex(wasm) as wasm from contract_code_blob');
  const found = new Map<string, string[]>();
  for (const { hash, wasm } of rows) {
    const code = Buffer.from(wasm as string, 'hex');
    expect(createHash('sha256').update(code).digest('hex')).toBe(hash);
    const exported = Module.exports(new Module(code))
      .filter(({ kind }) => kind === 'function')
      .map(({ name }) => name);
    const asked = [...new Set([...exported, ...tellingNames])];
    const list = asked.map((name) => `'${name}'`).join();
    const [row] = await select(
      `select cast(to_json(semantic.exported(cast(wasm as varchar), [${list}])) as varchar) as names
       from contract_code_blob where contract_code_hash = '${hash as string}' limit 1`,
    );
    expect(JSON.parse(row.names as string)).toEqual(asked.filter((name) => exported.includes(name)));
    found.set(hash as string, exported);
  }
  return found;
}

interface Instance {
  contract_instance: { executable: 'stellar_asset' | { wasm: string } };
}

describe.skipIf(!hasCorpus)('what contracts are', () => {
  const networks = useNetworks();

  it.each(sets)('of $name is what their code exports and their instances keep', async (set) => {
    for await (const network of networks(set)) {
      const codes = await exportsOf(network);
      const rows = network
        .golden('contract_data')
        .filter(({ contract_key_type: type }) => type === 'ScValTypeScvLedgerKeyContractInstance')
        .toSorted((a, b) => Number(a.ledger_sequence) - Number(b.ledger_sequence));
      const instances = new Map(rows.map((row) => [row.contract_id, row.val_decoded as Instance]));
      const contracts = await network.select(
        `select contract_id, contract_type, wallet_type, token_name, token_symbol, token_decimals, cast(to_json(coalesce(observed_functions, [])) as varchar) as functions
         from semantic_entities_contracts where contract_type != 'sac'`,
      );
      const expected = contracts.map((contract) => {
        const instance = instances.get(contract.contract_id);
        const executable = instance?.contract_instance.executable;
        expect(executable).not.toBe('stellar_asset');
        const exported = codes.get((executable as { wasm?: string } | undefined)?.wasm ?? '');
        const functions = new Set([...(JSON.parse(contract.functions as string) as string[]), ...(exported ?? [])]);
        const wallet = walletType(functions, instance, exported !== undefined);
        const isToken =
          [contract.token_name, contract.token_symbol, contract.token_decimals].some((value) => value !== null) ||
          ofTokens.filter((name) => functions.has(name)).length >= 3;
        return [contract.contract_id, wallet ? 'smart_wallet' : isToken ? 'custom_soroban' : 'unknown', wallet];
      });
      const found = contracts.map((row) => [row.contract_id, row.contract_type, row.wallet_type]);
      expect(sorted(found)).toEqual(sorted(expected));
    }
  });
});
