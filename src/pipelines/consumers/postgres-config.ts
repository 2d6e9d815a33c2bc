/** The connection settings of consumers that write to PostgreSQL. */
import Type, { type TObject } from 'typebox';
import { withDefault } from '../component.ts';
import { hosted } from './hosted-config.ts';

/** Returns the schema of a config with the default schema, with connection, pool, schema and prefix of tables. */
export function postgresConfig(schema = 'public'): TObject {
  return hosted({
    host: Type.String({ minLength: 1, maxLength: 255, description: 'Host of the database.' }),
    port: withDefault(Type.Integer({ minimum: 1, maximum: 65535 }), 5432),
    database: Type.String({ minLength: 1 }),
    username: Type.String({ minLength: 1 }),
    password: Type.String({ 'x-sensitive': true }),
    sslmode: withDefault(Type.Enum(['disable', 'require', 'verify-ca', 'verify-full']), 'disable'),
    sslrootcert: Type.Optional(Type.String({ description: 'Certificates that are trusted: a file, or PEM.' })),
    sslcert: Type.Optional(Type.String()),
    sslkey: Type.Optional(Type.String({ 'x-sensitive': true })),
    max_open_conns: withDefault(Type.Integer({ minimum: 1 }), 10),
    max_idle_conns: withDefault(Type.Integer({ minimum: 1 }), 5),
    connect_timeout: withDefault(Type.Integer({ minimum: 1, description: 'In seconds.' }), 30),
    schema: withDefault(Type.String({ minLength: 1, description: 'Schema of the tables.' }), schema),
    table_prefix: withDefault(Type.String({ description: 'Text before the names of the tables.' }), ''),
    wide_amounts: Type.Optional(Type.Boolean({ description: 'Amounts as NUMERIC(39,0) instead of BIGINT.' })),
  });
}
