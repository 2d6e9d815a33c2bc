/** A read-only catalogue in the words of Iceberg's REST specification, over the Iceberg tables of a lake. */
import Type, { type TSchema } from 'typebox';
import { icebergTables, readIcebergTable } from '../../lake/iceberg/catalogue.ts';
import { hasIceberg } from '../../lake/iceberg/iceberg.ts';
import type { Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';
import { text, type Row } from './fields.ts';
import { may, text as anyText } from './parameters.ts';

const BASE = '/iceberg/v1';
const OF_NAMESPACE = `${BASE}/namespaces/{namespace}`;
const Namespace = Type.Array(text(), { description: 'The schema of the tables.' });
const Anything = Type.Record(Type.String(), Type.Unknown());

type Given = ReadonlyMap<string, string>;

function catalogue(
  path: string,
  summary: string,
  answer: Record<string, TSchema>,
  read: (lake: string, given: Given) => Row | Promise<Row>,
): Endpoint {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  // What clients send besides: each answer is the same with it.
  const ignored = ['warehouse', 'parent', 'pageToken', 'pageSize', 'snapshots'];
  const parameters = Object.fromEntries([
    ...names.map((name) => [name, anyText(`Name of the ${name}.`)]),
    ...ignored.map((name) => [name, may(anyText('Accepted and not used.'))]),
  ]) as Endpoint['parameters'];
  const handle: Endpoint['handle'] = async ({ view, given }) => {
    const { path: lake } = view.served.lake;
    if (!(await hasIceberg(lake)))
      throw new ApiError(404, 'the lake has no Iceberg tables: run ledgerlake iceberg enable');
    return { body: await read(lake, given) };
  };
  return { path, summary, isOutside: true, parameters, answer: Type.Object(answer), handle };
}

async function tablesOf(lake: string, given: Given): Promise<[namespace: string, tables: string[]]> {
  const namespace = given.get('namespace') ?? '';
  const tables = (await icebergTables(lake)).get(namespace);
  if (!tables) throw new ApiError(404, `unknown namespace '${namespace}'`);
  return [namespace, tables];
}

/** Endpoints of every server; pyiceberg, DuckDB and Spark read tables by them. */
export const icebergEndpoints: readonly Endpoint[] = [
  catalogue(
    `${BASE}/config`,
    'Settings of the Iceberg REST catalogue',
    { defaults: Anything, overrides: Anything, endpoints: Type.Array(text()) },
    () => {
      const endpoints = icebergEndpoints.slice(1).map(({ path }) => `GET ${path.replace(BASE, '/v1/{prefix}')}`);
      return { defaults: {}, overrides: {}, endpoints };
    },
  ),
  catalogue(
    `${BASE}/namespaces`,
    'Namespaces of the Iceberg REST catalogue',
    { namespaces: Type.Array(Namespace) },
    async (lake) => ({ namespaces: [...(await icebergTables(lake)).keys()].map((name) => [name]) }),
  ),
  catalogue(
    OF_NAMESPACE,
    'A namespace of Iceberg tables',
    { namespace: Namespace, properties: Anything },
    async (...asked) => {
      const [namespace] = await tablesOf(...asked);
      return { namespace: [namespace], properties: {} };
    },
  ),
  catalogue(
    `${OF_NAMESPACE}/tables`,
    'Iceberg tables of a namespace',
    { identifiers: Type.Array(Type.Object({ namespace: Namespace, name: text() })) },
    async (...asked) => {
      const [namespace, tables] = await tablesOf(...asked);
      return { identifiers: tables.map((name) => ({ namespace: [namespace], name })) };
    },
  ),
  catalogue(
    `${OF_NAMESPACE}/tables/{table}`,
    'The metadata of an Iceberg table',
    { 'metadata-location': text('Path of the metadata file.'), metadata: Anything, config: Anything },
    async (lake, given) => {
      const [namespace, tables] = await tablesOf(lake, given);
      const name = given.get('table') ?? '';
      const found = tables.includes(name) ? await readIcebergTable(lake, `${namespace}/${name}`) : undefined;
      if (!found) throw new ApiError(404, `unknown table '${namespace}.${name}'`);
      if (found.isMoved) throw new ApiError(409, 'the lake has moved: run ledgerlake iceberg enable');
      return { 'metadata-location': found.location, metadata: found.metadata as Row, config: {} };
    },
  ),
];
