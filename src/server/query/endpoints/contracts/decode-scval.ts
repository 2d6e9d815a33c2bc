/** Decodes a contract value (SCVal) from the request; reads no lake. */
import Type from 'typebox';
import { Check } from 'typebox/value';
import { DecodeError } from '../../../../core/errors.ts';
import { decodeJson } from '../../../../xdr/decode.ts';
import type { Answer, EndpointRequest, Endpoint } from '../../endpoint.ts';
import { invalid } from '../../errors.ts';
import { listOf, may, fields, text } from '../../fields.ts';
import type { Json, Row } from '../../json.ts';
import { typedOf } from '../../contracts/typed-scval.ts';

const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

const Body = Type.Object({
  xdr: Type.Optional(Type.String({ pattern: BASE64, examples: ['AAAAAwAAAAc='], description: 'An SCVal in base64.' })),
  json: Type.Optional(Type.Unknown({ examples: [{ u32: 7 }], description: 'Or one in SEP-51 JSON.' })),
  type_hint: Type.Optional(Type.String({ description: 'Ignored: the value contains its type.' })),
});

const Decoded = Type.Object({
  type: Type.String({ description: 'Name of the type in SEP-51, such as u32.' }),
  value: Type.Unknown({ description: 'Integers of 64 bits and more are texts.' }),
  display: Type.String({ description: 'The value as one text.' }),
  _meta: may(fields({ warnings: listOf(text('Ignored members of the request.')) })),
});

export const decodeScval: Endpoint = {
  path: '/api/v1/silver/decode/scval',
  method: 'POST',
  summary: 'Decode a value of contracts',
  parameters: {},
  body: Body,
  // Values of ledgers have many, and nothing but their depth is checked.
  mostValues: Infinity,
  answer: Decoded,
  async handle({ body }: EndpointRequest): Promise<Answer> {
    if (!Check(Body, body)) throw invalid(`invalid body: expected {"xdr": base64} or {"json": value}`);
    const { xdr, json } = body;
    if (xdr === undefined && json === undefined) throw invalid("either 'xdr' or 'json' field required");
    return { body: typedOf(xdr === undefined ? checkedJson(json as Json) : valueOf(xdr)) as Row };
  },
};

function valueOf(xdr: string): Json {
  try {
    return JSON.parse(decodeJson('ScVal', Buffer.from(xdr, 'base64'))) as Json;
  } catch (error) {
    if (error instanceof DecodeError) throw invalid('invalid xdr: not one SCVal');
    throw error;
  }
}

/** As deep as the XDR of a value may be. */
const MOST_DEEP = 200;

/** Returns the value; throws ApiError when it is no union of SEP-51, or too deep to be a value. */
function checkedJson(value: Json): Json {
  const isUnion =
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 1;
  if (!isUnion && typeof value !== 'string') throw invalid('invalid json: not one SCVal in SEP-51 JSON');
  if (isDeeper(value, MOST_DEEP * 3)) throw invalid('invalid json: too deep');
  return value;
}

/** A value is an object in a list in an object. */
function isDeeper(value: Json, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1));
}
