/** The syntax tree of a statement as DuckDB writes it (`json_serialize_sql`), as far as it is read. */

/** A type as it stands in a cast. */
export interface Type {
  id: string;
  alias?: string;
  type_info?: {
    alias?: string;
    width?: number;
    scale?: number;
    name?: string;
    child_type?: Type;
    child_types?: readonly { first: string; second: Type }[];
  } | null;
}

/** A constant; of HUGEINT its two halves. */
export interface SyntaxValue {
  type: Type;
  is_null: boolean;
  value?: string | number | boolean | { upper: number; lower: string | number };
}

/** An expression; which fields it has goes by class and type. */
export interface Expr {
  class: string;
  type: string;
  alias?: string;
  children?: Expr[];
  child?: Expr | null;
  left?: Expr;
  right?: Expr;
  input?: Expr;
  lower?: Expr;
  upper?: Expr;
  value?: SyntaxValue;
  column_names?: string[];
  /** Name or number of a parameter. */
  identifier?: string;
  function_name?: string;
  schema?: string;
  is_operator?: boolean;
  distinct?: boolean;
  filter?: Expr | null;
  order_bys?: { orders?: OrderBy[] } | null;
  cast_type?: Type;
  try_cast?: boolean;
  case_checks?: { when_expr: Expr; then_expr: Expr }[];
  else_expr?: Expr;
  lhs?: Expr;
  expr?: Expr | null;
  subquery_type?: string;
  subquery?: { node: Query };
  comparison_type?: string;
  partitions?: Expr[];
  orders?: OrderBy[];
  start?: string;
  end?: string;
  start_expr?: Expr | null;
  end_expr?: Expr | null;
  filter_expr?: Expr | null;
  relation_name?: string;
  exclude_list?: string[];
  rename_list?: unknown[];
  replace_list?: { key: string; value: Expr }[];
}

export interface OrderBy {
  type: string;
  null_order?: string;
  expression: Expr;
}

/** What stands after FROM. */
export interface From {
  type: string;
  alias?: string;
  catalog_name?: string;
  schema_name?: string;
  table_name?: string;
  column_name_alias?: string[];
  sample?: unknown;
  at_clause?: unknown;
  query_location?: number;
  subquery?: { node: Query };
  function?: Expr;
  left?: From;
  right?: From;
  condition?: Expr | null;
  join_type?: string;
  ref_type?: string;
  using_columns?: string[];
  values?: Expr[][];
}

export interface Modifier {
  type: string;
  distinct_on_targets?: Expr[];
  orders?: OrderBy[];
  limit?: Expr | null;
  offset?: Expr | null;
}

/** A SELECT, or two that are set beside each other. */
export interface Query {
  type: string;
  modifiers?: Modifier[];
  cte_map?: { map?: { key: string; value: { aliases?: string[]; query: { node: Query } } }[] };
  select_list?: Expr[];
  from_table?: From;
  where_clause?: Expr | null;
  group_expressions?: Expr[];
  group_sets?: number[][];
  aggregate_handling?: string;
  having?: Expr | null;
  qualify?: Expr | null;
  sample?: unknown;
  setop_type?: string;
  setop_all?: boolean;
  left?: Query;
  right?: Query;
}
