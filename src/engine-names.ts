/** The engines that can be told of a lake. */
export const engines = ['duckdb', 'spark', 'clickhouse', 'trino', 'bigquery', 'snowflake'] as const;

export type Engine = (typeof engines)[number];
