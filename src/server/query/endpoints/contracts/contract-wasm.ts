/** The code of a contract as WebAssembly bytes. */
import { object } from '../../object.ts';
import * as parameter from '../../parameters.ts';
import { ApiError } from '../../errors.ts';
import { readCode, readInstance } from './contract-interface.ts';

export const contractWasm = object({
  path: '/api/v1/silver/contracts/{id}/wasm',
  summary: 'Code of a contract, in WebAssembly',
  parameters: { id: parameter.refused(parameter.contract(), 'invalid contract_id') },
  answer: {},
  isState: true,
  others: ['application/wasm'],
  async read({ id }, view) {
    const { type, wasm_hash: hash = null } = await readInstance(view, id);
    if (hash === null && type !== 'stellar_asset') throw view.notFound('contract code');
    if (hash === null) throw new ApiError(404, 'the contract of an asset has no code');
    const code = await readCode(view, String(hash));
    if (!code) throw view.notFound('contract code');
    const name = `${id}-${String(hash)}.wasm`;
    const headers = { 'X-Contract-ID': id, 'X-Wasm-SHA256': String(hash) };
    return { body: {}, raw: { type: 'application/wasm', bytes: Buffer.from(code.wasm), name }, headers };
  },
});
