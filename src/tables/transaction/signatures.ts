/** The signatures of a transaction, of a fee bump the outer ones. */
import { column, type ColumnsOf, type TableSpec } from '../../arrow/table.ts';
import { Piece } from '../../core/bytes.ts';
import type { Context } from '../context.ts';

export const signatureColumns = {
  signatures_json: column('utf8', 'Signatures in base64, each with the hint of its key in hex.', 'JSON'),
};

const text = {
  openHint: new Piece('[{"hint":"'),
  nextHint: new Piece(',{"hint":"'),
  signature: new Piece('","signature":"'),
  close: new Piece('"}'),
  end: new Piece(']'),
  none: new Piece('[]'),
};

type SignatureColumns = ColumnsOf<TableSpec<typeof signatureColumns>>;

/** Writes the list of decorated signatures at `p` and returns where it ends. */
export function pushSignatures(out: SignatureColumns, { view }: Context, p: number): number {
  const { signatures_json: signatures } = out;
  const count = view.getUint32(p);
  p += 4;
  for (let i = 0; i < count; i++) {
    const start = p + 8;
    const end = start + view.getUint32(p + 4);
    signatures.writer.piece(i === 0 ? text.openHint : text.nextHint);
    signatures.writer.hex(view, p, p + 4);
    signatures.writer.piece(text.signature);
    signatures.writer.base64(view, start, end);
    signatures.writer.piece(text.close);
    p = end + (-(end - start) & 3);
  }
  signatures.piece(count === 0 ? text.none : text.end);
  return p;
}
