/** The signatures of a transaction, of a fee bump the outer ones. */
import { column, type ColumnsOf, type TableSpec } from '../arrow/table.ts';
import { strkeyVersion, writeStrkey } from '../xdr/strkey.ts';
import type { Context } from './context.ts';

export const signatureColumns = {
  tx_signers_json: column('utf8', 'The signatures (no keys) written as if they were account keys, as a JSON list.'),
  signatures_json: column('utf8', 'Signatures in base64 with the hints of their keys in hex, as a JSON list.'),
};

type SignatureColumns = ColumnsOf<TableSpec<typeof signatureColumns>>;

/** Writes the list of decorated signatures at `p` and returns where it ends. */
export function pushSignatures(out: SignatureColumns, { view, bytes }: Context, p: number): number {
  const { tx_signers_json: signers, signatures_json: signatures } = out;
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    const start = p + 8;
    const end = start + view.getUint32(p + 4);
    signers.writer.ascii(i === 0 ? '["' : ',"');
    writeStrkey(signers.writer, strkeyVersion.account, bytes, start, end);
    signers.writer.ascii('"');
    signatures.writer.ascii(i === 0 ? '[{"hint":"' : ',{"hint":"');
    signatures.writer.hex(bytes, p, p + 4);
    signatures.writer.ascii('","signature":"');
    signatures.writer.base64(bytes, start, end);
    signatures.writer.ascii('"}');
    p = end + (-(end - start) & 3);
  }
  signers.ascii(count === 0 ? '[]' : ']');
  signatures.ascii(count === 0 ? '[]' : ']');
  return p;
}
