/** SQL in parts. What stands in `${}` is bound, unless it is SQL itself: no value becomes text of a statement. */

/** A value that is bound. */
export type Bound = string | number | bigint | boolean | null;

/** SQL with the values of its parameters, which are `$1`, `$2`, … in `text`. */
export class Sql {
  readonly #texts: readonly string[];
  readonly values: readonly Bound[];

  constructor(texts: readonly string[], values: readonly Bound[]) {
    this.#texts = texts;
    this.values = values;
  }

  /** What comes between the values. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** The statement. */
  get text(): string {
    return this.#texts.reduce((text, next, i) => `${text}$${i}${next}`);
  }
}

/** A part of SQL: a value to bind, SQL, or nothing. */
type Part = Bound | Sql | undefined;

/** Returns SQL with its values bound; undefined stands for no text. */
export function sql(texts: readonly string[], ...parts: readonly Part[]): Sql {
  const out = [texts[0] ?? ''];
  const values: Bound[] = [];
  parts.forEach((part, i) => {
    const after = texts[i + 1] ?? '';
    if (part instanceof Sql) {
      const [first = '', ...rest] = part.texts;
      out.push(`${out.pop()}${first}`, ...rest);
      values.push(...part.values);
      out.push(`${out.pop()}${after}`);
    } else if (part === undefined) out.push(`${out.pop()}${after}`);
    else {
      values.push(part);
      out.push(after);
    }
  });
  return new Sql(out, values);
}

/** Returns text of the program as SQL: never of a request. */
export function raw(text: string): Sql {
  return new Sql([text], []);
}

/** Returns parts with something between each two. */
export function join(parts: readonly Sql[], between = ', '): Sql {
  return parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${raw(between)}${part}`), raw(''));
}

/** Returns values with commas between, as they stand behind `in`. */
export function listed(values: readonly Bound[]): Sql {
  return join(values.map((value) => sql`${value}`));
}

/** Repeats the last value up to a power of two, so that lists of other lengths share a statement. */
export function listedAlike(values: readonly Bound[]): Sql {
  const count = 2 ** Math.ceil(Math.log2(values.length));
  return listed([...values, ...Array<Bound>(count - values.length).fill(values.at(-1) ?? null)]);
}

/** Returns `where` with those conditions that there are; nothing where there is none. */
export function where(...conditions: readonly (Sql | undefined)[]): Sql {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? raw('') : sql`where ${join(given, ' and ')}`;
}

/** Returns the condition that a value makes; nothing where it was not given. */
export function when<T>(value: T | undefined, condition: (value: T) => Sql): Sql | undefined {
  return value === undefined ? undefined : condition(value);
}

/** Adds a column with the number of rows; `count(*) over ()` can end a database of DuckDB 1.5.5. */
export function counted(rows: Sql, name: string): Sql {
  return sql`
    with counted as (${rows})
    select *, (select count(*) from counted) as ${raw(name)}
    from counted`;
}

/** Returns stroops as units: DECIMAL holds 31 digits before its point at most, and so do all that are compared with it. */
export function units(stroops: string): Sql {
  const most = 10n ** 38n - 1n;
  return sql`cast(${String(BigInt(stroops) < most ? BigInt(stroops) : most)} as decimal(38, 0)) * 0.0000001`;
}
