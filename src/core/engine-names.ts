/** The engines that can be told of a lake. */
export const engines = ['duckdb', 'spark', 'clickhouse'] as const;

/** Name of an engine that `engineViews` can write SQL for: one of `engines`. */
export type Engine = (typeof engines)[number];
