/** The description of the API in OpenAPI 3.1, from the schemas that requests are read with and answers are written with. */
import Type, { type TSchema } from 'typebox';
import { decoderVersion } from '../../../version.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorCodes } from '../errors.ts';
import { fields, text } from '../fields.ts';
import { mediaTypes } from '../tables.ts';
import { docsExamples, type DocsExample } from './docs-examples.ts';

const ErrorBody = fields({ error: text('Error text.') });
const refusals = Object.keys(errorCodes);

const NUMBERS = 'An integer beyond ±(2^53 - 1) is a string of its digits, also where the schema says integer.';

/** Returns the description with examples of the sample; paths are below each of `bases`, such as `/lake/v1/testnet`. */
export function openApi(endpoints: readonly Endpoint[], bases: readonly string[]): object {
  const examples = docsExamples();
  return {
    openapi: '3.1.0',
    info: { title: 'Ledger data query API', version: decoderVersion, description: NUMBERS },
    servers: bases.map((url) => ({ url })),
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      endpoints.map((endpoint) => {
        const { method = 'GET', path } = endpoint;
        return [path, { [method.toLowerCase()]: operationOf(endpoint, examples[`${method} ${path}`]) }];
      }),
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

function operationOf(endpoint: Endpoint, example?: DocsExample): object {
  const { path, summary, parameters, answer, table, body, others = [], status = 200 } = endpoint;
  const given = example ? givenIn(example.request, path) : {};
  const refused = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  return {
    operationId: path
      .replace('/api/v1/', '')
      .replaceAll(/[^a-z]+/g, '_')
      .replace(/_$/, ''),
    summary,
    tags: [groupOf(path)],
    parameters: Object.entries(parameters).map(([name, schema]) => ({
      ...parameterOf(path, name, schema),
      ...(given[name] !== undefined && { example: given[name] }),
    })),
    ...(body && {
      requestBody: { required: true, content: { [mediaTypes.json]: { schema: body, ...sentIn(example) } } },
    }),
    responses: {
      [status]: {
        description: summary,
        content: {
          [mediaTypes.json]: { schema: answer, ...(example && { example: example.answer }) },
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

/** Returns the layer and what it is about, such as `silver.accounts`. */
function groupOf(path: string): string {
  const [, , , layer = '', about] = path.split('/');
  return layer === 'bronze' || about === undefined ? layer : `${layer}.${about}`;
}

/** Returns the parameters that a request of an endpoint gives in its path and its query. */
function givenIn(request: string, path: string): Record<string, string> {
  const { pathname, searchParams } = new URL(request, 'http://localhost');
  const values = pathname.split('/');
  const inPath = path.split('/').flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), values[i]]] : []));
  const decoded = inPath.map(([name, value]) => [name, decodeURIComponent(value)]);
  return { ...Object.fromEntries(searchParams), ...(Object.fromEntries(decoded) as Record<string, string>) };
}

const sentIn = (example?: DocsExample) =>
  example?.body === undefined ? {} : { example: JSON.parse(example.body) as unknown };
