/** The description of the API in OpenAPI 3.1, from the schemas that requests are read with and answers are written with. */
import Type, { type TSchema } from 'typebox';
import { decoderVersion } from '../../../version.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorCodes } from '../errors.ts';
import { fields, text } from '../fields.ts';
import { mediaTypes } from '../tables.ts';

const ErrorBody = fields({ error: text('Error text.') });
const refusals = Object.keys(errorCodes);

const NUMBERS = 'An integer beyond ±(2^53 - 1) is a string of its digits, also where the schema says integer.';

/** Returns the description; paths are below each of `bases`, such as `/lake/v1/testnet`. */
export function openApi(endpoints: readonly Endpoint[], bases: readonly string[]): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Ledger data query API', version: decoderVersion, description: NUMBERS },
    servers: bases.map((url) => ({ url })),
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      endpoints.map((endpoint) => [
        endpoint.path,
        { [endpoint.method === 'POST' ? 'post' : 'get']: operationOf(endpoint) },
      ]),
    ),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Api-Key <API_KEY>' },
      },
      schemas: { Error: ErrorBody },
    },
  };
}

/** Tables that are no JSON, as media types. */
const tables = Object.fromEntries(
  Object.values(mediaTypes)
    .slice(1)
    .map((type) => [type, {}]),
);

function operationOf({ path, summary, parameters, answer, table, body, others = [], status = 200 }: Endpoint): object {
  const refused = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  return {
    operationId: path
      .replace('/api/v1/', '')
      .replaceAll(/[^a-z]+/g, '_')
      .replace(/_$/, ''),
    summary,
    tags: [path.split('/')[3]],
    parameters: Object.entries(parameters).map(([name, schema]) => parameterOf(path, name, schema)),
    ...(body && { requestBody: { required: true, content: { [mediaTypes.json]: { schema: body } } } }),
    responses: {
      [status]: {
        description: summary,
        content: {
          [mediaTypes.json]: { schema: answer },
          ...(table && tables),
          ...Object.fromEntries(others.map((type) => [type, {}])),
        },
      },
      ...Object.fromEntries(
        refusals
          .filter((status) => status !== '409' || 'cursor' in parameters)
          .map((status) => [
            status,
            { description: errorCodes[Number(status) as keyof typeof errorCodes], ...refused },
          ]),
      ),
    },
  };
}

function parameterOf(path: string, name: string, schema: TSchema): object {
  const isInPath = path.includes(`{${name}}`);
  const isOptional = Type.IsOptional(schema) || Reflect.has(schema, 'default');
  return { name, in: isInPath ? 'path' : 'query', required: isInPath || !isOptional, schema, explode: false };
}
