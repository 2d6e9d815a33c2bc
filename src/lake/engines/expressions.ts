/** Prints expressions for another engine. */
import type { Dialect, Says } from './dialect.ts';
import type { QueryContext } from './query-context.ts';
import { held, substituted, textConstant, Unsayable, type Expr, type Order, type Value } from './tree.ts';

/** Returns an expression as the engine has it. Throws an Unsayable. */
export function sayExpression(node: Expr, place: QueryContext): string {
  const print = Object.hasOwn(printers, node.class) ? printers[node.class] : undefined;
  if (!print) throw new Unsayable(`it has ${node.type.toLowerCase()}`);
  return print(node, place);
}

const printers: Record<string, (node: Expr, place: QueryContext) => string> = {
  COLUMN_REF: sayColumn,
  CONSTANT: (node, { dialect }) => sayConstant(held(node.value, 'constant'), dialect),
  CAST: sayCast,
  COMPARISON: (node, place) => {
    return `(${say(node.left, place)} ${held(comparisons[node.type], node.type)} ${say(node.right, place)})`;
  },
  CONJUNCTION: (node, place) => {
    const parts = held(node.children, 'conditions').map((child) => sayExpression(child, place));
    return `(${parts.join(node.type === 'CONJUNCTION_AND' ? ' and ' : ' or ')})`;
  },
  BETWEEN: (node, place) =>
    `(${say(node.input, place)} between ${say(node.lower, place)} and ${say(node.upper, place)})`,
  CASE: sayCase,
  OPERATOR: sayOperator,
  FUNCTION: sayFunction,
  LAMBDA: sayLambda,
  SUBQUERY: saySubquery,
  WINDOW: sayWindow,
};

const comparisons: Readonly<Record<string, string | undefined>> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_GREATERTHAN: '>',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHANOREQUALTO: '>=',
};

function say(node: Expr | null | undefined, place: QueryContext): string {
  return sayExpression(held(node, 'operand'), place);
}

function sayColumn({ column_names: names = [] }: Expr, { dialect }: QueryContext): string {
  return names.map((name) => dialect.quote(name)).join('.');
}

function sayConstant({ type, is_null: isNull, value }: Value, dialect: Dialect): string {
  if (isNull) return 'null';
  if (type.id === 'VARCHAR') return dialect.text(String(value));
  if (type.id === 'DOUBLE') return Number(value).toExponential().replace('+', '');
  if (type.id === 'DECIMAL') {
    const scale = type.type_info?.scale ?? 0;
    const digits = decimalText(String(value), scale);
    return dialect.exact?.(digits, scale) ?? digits;
  }
  if (typeof value === 'object') {
    const digits = String(BigInt(value.upper) * 2n ** 64n + BigInt(value.lower));
    return dialect.exact?.(digits) ?? digits;
  }
  return String(value);
}

function decimalText(digits: string, scale: number): string {
  const [sign, plain] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  const padded = plain.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, padded.length - scale)}.${padded.slice(padded.length - scale)}`;
}

function sayCast(node: Expr, place: QueryContext): string {
  // What DuckDB makes of true and false, which not every engine reads.
  const word = node.cast_type?.id === 'BOOLEAN' ? textConstant(node.child ?? undefined) : undefined;
  if (word === 't' || word === 'f') return String(word === 't');
  const own = place.dialect.cast(saysIn(place), node);
  if (own !== undefined) return own;
  const type = place.dialect.type(held(node.cast_type, 'type'));
  return `${node.try_cast ? 'try_cast' : 'cast'}(${say(node.child, place)} as ${type})`;
}

function sayCase({ case_checks: checks = [], else_expr: other }: Expr, place: QueryContext): string {
  const parts = checks.map(
    ({ when_expr: when, then_expr: then }) => `when ${sayExpression(when, place)} then ${sayExpression(then, place)}`,
  );
  const isNull = !other || other.value?.is_null === true;
  const isList = checks.some(({ then_expr: then }) => then.function_name === 'list_value');
  const none = isList && place.dialect.noList ? [`else ${place.dialect.noList}`] : [];
  const rest = isNull ? none : [`else ${sayExpression(other, place)}`];
  return ['case', ...parts, ...rest, 'end'].join(' ');
}

function sayOperator(node: Expr, place: QueryContext): string {
  const { type, children = [] } = node;
  if (type === 'ARRAY_EXTRACT') return place.dialect.element(saysIn(place), children[0], children[1]);
  if (type === 'ARRAY_SLICE') return saySlice(children, place);
  if (type === 'OPERATOR_TRY') return sayTried(children[0], place);
  const args = children.map((child) => sayExpression(child, place));
  const [first, ...others] = args;
  if (type === 'COMPARE_IN') return `(${first} in (${others.join(', ')}))`;
  if (type === 'COMPARE_NOT_IN') return `(${first} not in (${others.join(', ')}))`;
  if (type === 'OPERATOR_IS_NULL') return `(${first} is null)`;
  if (type === 'OPERATOR_IS_NOT_NULL') return `(${first} is not null)`;
  if (type === 'OPERATOR_NOT') return `(not ${first})`;
  if (type === 'OPERATOR_COALESCE') return `coalesce(${args.join(', ')})`;
  throw new Unsayable(`it has ${type.toLowerCase()}`);
}

/** With functions that give null where others fail. */
function sayTried(node: Expr, place: QueryContext): string {
  const { dialect } = place;
  return sayExpression(node, {
    ...place,
    dialect: { ...dialect, functions: { ...dialect.functions, ...dialect.tried } },
  });
}

function saySlice([list, first, last]: Expr[], place: QueryContext): string {
  const isOpen = last.value?.type.id === 'LIST';
  return place.dialect.slice(saysIn(place), list, first, isOpen ? undefined : last);
}

function sayFunction(node: Expr, place: QueryContext): string {
  const { function_name: name = '', schema = '', children = [], filter } = node;
  const macro = place.catalogue.macros.get(`${schema}.${name}`);
  if (macro) {
    const values = new Map(macro.parameters.map((parameter, i) => [parameter, children[i]]));
    return `(${sayExpression(substituted(macro.body, values), place)})`;
  }
  const { functions, hasFilter } = place.dialect;
  const print = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!print) throw new Unsayable(`it calls ${name}`);
  if (!filter) return print(saysIn(place), node, children);
  // A list would keep the nulls.
  if (!hasFilter && name === 'list') throw new Unsayable('it calls list with a filter');
  if (!hasFilter) return print(saysIn(place), node, filtered(children, filter));
  const words = ` filter (where ${sayExpression(filter, place)})`;
  const text = print(saysIn(place, words), node, children);
  if (!text.includes(words)) throw new Unsayable(`it calls ${name} with a filter`);
  return text;
}

/** What does not pass the filter is null, which aggregates leave out. */
function filtered(children: readonly Expr[], filter: Expr): Expr[] {
  const one: Expr = {
    class: 'CONSTANT',
    type: 'VALUE_CONSTANT',
    value: { type: { id: 'INTEGER' }, is_null: false, value: 1 },
  };
  const [first = one, ...others] = children;
  const chosen: Expr = { class: 'CASE', type: 'CASE_EXPR', case_checks: [{ when_expr: filter, then_expr: first }] };
  return [chosen, ...others];
}

function sayLambda({ lhs, expr }: Expr, place: QueryContext): string {
  const left = held(lhs, 'parameters');
  const names = (left.class === 'COLUMN_REF' ? [left] : (left.children ?? [])).map(
    ({ column_names: own = [] }) => own[0],
  );
  return place.dialect.lambda(names.map(place.dialect.quote), say(expr, place));
}

function saySubquery(node: Expr, place: QueryContext): string {
  const query = `(${place.query(held(node.subquery, 'query').node, place).text})`;
  if (node.subquery_type === 'SCALAR') return query;
  if (node.subquery_type === 'EXISTS') return `exists ${query}`;
  const isIn = node.subquery_type === 'ANY' && node.comparison_type === 'COMPARE_EQUAL';
  if (!isIn) throw new Unsayable(`it compares with ${node.subquery_type?.toLowerCase()} of a query`);
  return `(${say(node.child, place)} in ${query})`;
}

function sayWindow(node: Expr, place: QueryContext): string {
  const { function_name: name = '', children = [], partitions = [], orders = [], filter_expr: filter } = node;
  if (filter) throw new Unsayable('it has a window with a filter');
  const print = Object.hasOwn(place.dialect.functions, name) ? place.dialect.functions[name] : undefined;
  if (!print) throw new Unsayable(`it calls ${name}`);
  const parts = [
    ...(partitions.length > 0 ? [`partition by ${partitions.map((one) => sayExpression(one, place)).join(', ')}`] : []),
    ...(orders.length > 0 ? [`order by ${sayOrders(orders, place)}`] : []),
    ...frameOf(node, place),
  ];
  return `${print(saysIn(place), node, children)} over (${parts.join(' ')})`;
}

function frameOf(node: Expr, place: QueryContext): string[] {
  const { start = '', end = '' } = node;
  if (start === 'UNBOUNDED_PRECEDING' && end === 'CURRENT_ROW_RANGE') return [];
  const unit = `${start} ${end}`.includes('ROWS') ? 'rows' : 'range';
  return [`${unit} between ${edge(start, node.start_expr, place)} and ${edge(end, node.end_expr, place)}`];
}

function edge(kind: string, value: Expr | null | undefined, place: QueryContext): string {
  const words = kind
    .replace(/^EXPR_/, '')
    .replace(/_(ROWS|RANGE)$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return kind.startsWith('EXPR_') ? `${say(value, place)} ${words}` : words;
}

/** Nulls come last wherever DuckDB is not told otherwise; other engines have other defaults. */
function sayOrders(orders: readonly Order[], place: QueryContext): string {
  return orders
    .map((order) => {
      const direction = order.type === 'DESCENDING' ? ' desc' : ' asc';
      const nulls = order.null_order === 'NULLS FIRST' ? 'first' : 'last';
      return `${sayExpression(order.expression, place)}${direction} nulls ${nulls}`;
    })
    .join(', ');
}

export function saysIn(place: QueryContext, filter = ''): Says {
  return Object.assign((node: Expr) => sayExpression(node, place), { dialect: place.dialect, filter });
}
