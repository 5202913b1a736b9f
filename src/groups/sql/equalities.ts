import type { Named } from './check.ts';

/** A condition that every row of the answer meets: a column of a table is a value. An index may serve it. */
export interface Equal {
  relation: string;
  column: string;
  /** The number of a parameter, or a constant. */
  value: { parameter: number } | { constant: string | number };
}

// biome-ignore lint/suspicious/noExplicitAny: the tree of a parser, its nodes known by their names
type Tree = any;

/** The index keeps longer texts in another form. */
const longest = 200;

/**
 * The equalities that hold for a whole statement: those of the WHERE at its top, joined by AND, on tables that stand
 * once, in a FROM without outer joins.
 */
export function equalities(tree: Tree, { relations, given }: Named): Equal[] {
  const { fromClause = [], whereClause, op } = tree.SelectStmt;
  if (op !== 'SETOP_NONE' || !whereClause) return [];
  const tables = new Map<string, string>();
  for (const { RangeVar: table } of fromClause) {
    const name: string | undefined = table?.relname;
    // The name of a part of WITH may stand for that part.
    if (!name || relations.get(name)?.length !== 1 || given.has(name)) return [];
    tables.set(table.alias?.aliasname ?? name, name);
    if (table.alias?.colnames) return [];
  }
  const [only] = tables.size === 1 ? tables.values() : [];
  const conditions: Tree[] =
    whereClause.BoolExpr?.boolop === 'AND_EXPR' ? whereClause.BoolExpr.args : [whereClause];
  return conditions.flatMap(({ A_Expr: held }): Equal[] => {
    if (held?.kind !== 'AEXPR_OP' || held.name[0]?.String?.sval !== '=') return [];
    const [column, other] = held.lexpr?.ColumnRef
      ? [held.lexpr.ColumnRef, held.rexpr]
      : [held.rexpr?.ColumnRef, held.lexpr];
    const path: string[] = (column?.fields ?? []).map((field: Tree) => field.String?.sval);
    const relation = path.length === 2 ? tables.get(path[0] as string) : only;
    const name = path.at(-1);
    const value = heldBy(other);
    return relation && name && value ? [{ relation, column: name, value }] : [];
  });
}

function heldBy(node: Tree): Equal['value'] | undefined {
  if (node?.ParamRef) return { parameter: node.ParamRef.number };
  const { sval, ival, fval } = node?.A_Const ?? {};
  if (sval) return { constant: sval.sval ?? '' };
  if (ival) return { constant: ival.ival ?? 0 };
  if (fval && Number.isFinite(Number(fval.fval))) return { constant: Number(fval.fval) };
  return undefined;
}

/** The equalities of each table as app.sql_relation takes them: expressions of SQL and the kinds of their values. */
export function servable(equal: Equal[], params: unknown[]): Record<string, object[]> {
  const served: Record<string, object[]> = {};
  for (const { relation, column, value } of equal) {
    const held = 'parameter' in value ? params[value.parameter - 1] : value.constant;
    const place = 'parameter' in value ? `$${value.parameter}` : undefined;
    const add = (kind: string, text: string) => {
      served[relation] = [...(served[relation] ?? []), { column, kind, value: text }];
    };
    if (typeof held === 'string' && [...held].length <= longest && held < '\u{10FFFE}')
      add('text', `${place ?? `'${held.replaceAll("'", "''")}'`}::text`);
    else if (typeof held === 'number') add('number', `${place ?? `'${held}'`}::double precision`);
  }
  return served;
}
