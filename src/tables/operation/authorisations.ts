/** Who authorised a call of the host: the entries of an invoke_host_function operation (CAP-46-11, CAP-71). */
import type { Utf8Column } from '../../arrow/columns.ts';
import { Piece, type ByteWriter } from '../../core/bytes.ts';
import { SorobanCredentialsType } from '../../xdr/generated/enums.ts';
import { skipHostFunction, skipSorobanAuthorizationEntry } from '../../xdr/generated/skip.ts';
import { writeScAddress } from '../../xdr/address.ts';
import { strkeyVersion } from '../../xdr/strkey.ts';
import type { Context } from '../context.ts';
import type { OperationAt } from './operation-at.ts';

const names = {
  sorobanCredentialsSourceAccount: 'source_account',
  sorobanCredentialsAddress: 'address',
  sorobanCredentialsAddressV2: 'address_v2',
  sorobanCredentialsAddressWithDelegates: 'address_with_delegates',
} satisfies Record<keyof typeof SorobanCredentialsType, string>;
const typeNames = Object.values(names).map((name) => new Piece(name));
const open = new Piece('["');
const next = new Piece('","');
const close = new Piece('"]');
const none = new Piece('[]');

/** Writes the address of the SorobanCredentials at `p`: the operation's source when the transaction's signature is enough. */
export function writeAuthAddress(w: ByteWriter, { keys, view }: Context, { sourceKey }: OperationAt, p: number): void {
  if (view.getInt32(p) === SorobanCredentialsType.sorobanCredentialsSourceAccount) {
    return keys.write(w, strkeyVersion.account, view, sourceKey);
  }
  // All other credentials begin with the address.
  writeScAddress(w, keys, view, p + 4);
}

/** Writes kind of credentials and address of each entry of an invoke_host_function operation, as two JSON lists. */
export function pushAuthorisations(types: Utf8Column, addresses: Utf8Column, context: Context, at: OperationAt): void {
  const { view } = context;
  const list = skipHostFunction(view, at.body);
  const count = view.getUint32(list);
  let p = list + 4;
  for (let i = 0; i < count; i++) {
    types.writer.piece(i === 0 ? open : next);
    types.writer.piece(typeNames[view.getInt32(p)]);
    addresses.writer.piece(i === 0 ? open : next);
    writeAuthAddress(addresses.writer, context, at, p);
    p = skipSorobanAuthorizationEntry(view, p);
  }
  types.piece(count === 0 ? none : close);
  addresses.piece(count === 0 ? none : close);
}
