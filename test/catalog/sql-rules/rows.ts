import { directories, type Rule } from './rule.ts';
import { all, calledName, namesOf, type Source, sourcesOf, type Tree, walk } from './tree.ts';

/** Functions of PostgreSQL for which the row of a shard is as good. */
const takesAnyRow = ['row_to_json', 'to_json', 'to_jsonb', 'json_agg', 'jsonb_agg', 'count'];

export const wholeRow: Rule = {
  name: 'takes a row of a table whole (f(o), select o): write row(o.*)::app.objects',
  find: (fn, known) => {
    const found: string[] = [];
    const isColumn = (name: string, sources: Source[]) =>
      sources.some(({ table }) => table && known.tables.get(table)?.has(name));
    walk(fn.statements, (kind, node, above) => {
      if (kind !== 'ColumnRef' || node.fields.length !== 1) return;
      const [name = ''] = namesOf(node.fields);
      if (above[0]?.kind === 'A_Indirection') return; // (o).id is the column
      if (above[0]?.kind === 'FuncCall' && takesAnyRow.includes(calledName(above[0].node))) return;
      for (const { kind: outer, node: statement } of above) {
        const sources = sourcesOf(outer, statement);
        if (isColumn(name, sources)) return;
        const source = sources.find(({ alias }) => alias === name);
        if (source?.table) found.push(`${name} (app.${source.table})`);
        if (source) return;
      }
    });
    return found;
  },
};

export const inlinedSet: Rule = {
  name: 'is a set-returning SQL function that is inlined and reads a table: use PL/pgSQL or a SET clause',
  find: (fn) =>
    fn.language === 'sql' &&
    fn.isSet &&
    !fn.isVolatile &&
    !fn.isStrict &&
    !fn.isDefiner &&
    !fn.hasSettings
      ? all(fn.statements, 'RangeVar')
          .filter(({ schemaname }) => schemaname === 'app')
          .map(({ relname }) => relname)
      : [],
};

export const inlinedCall: Rule = {
  name: 'is called from outside for one tenant and inlined, so that no call travels to its node: use PL/pgSQL',
  find: (fn) =>
    fn.language === 'sql' &&
    /^(gateway|worker)\./.test(fn.name) &&
    /^(p_)?tenant$/.test([...fn.variables.keys()][0] ?? '') &&
    !fn.isSet &&
    !fn.isDefiner &&
    !fn.hasSettings
      ? [[...fn.variables.keys()].join(', ')]
      : [],
};

export const unknownTenant: Rule = {
  name: 'is an SQL function that is not inlined and reads several tables, planned without its parameters: use PL/pgSQL',
  find: (fn, known) => {
    if (fn.language !== 'sql' || fn.isSet) return [];
    const isInlined =
      !fn.isDefiner &&
      !fn.hasSettings &&
      fn.statements.length === 1 &&
      fn.statements[0].SelectStmt &&
      !fn.statements[0].SelectStmt.fromClause;
    const tables = all(fn.statements, 'RangeVar')
      .map(({ relname }) => relname)
      .filter((table) => known.tables.get(table)?.has('tenant_id') && !directories.includes(table));
    return !isInlined && tables.length > 1 ? [tables.join(', ')] : [];
  },
};

export const selectNothing: Rule = {
  name: 'selects no column in a sub-select (exists (select from …)): write select 1',
  find: (fn) => {
    const found: string[] = [];
    walk(fn.statements, (kind, node, above) => {
      if (kind !== 'SelectStmt' || above.length === 0 || node.op !== 'SETOP_NONE') return;
      if (!node.targetList && !node.valuesLists)
        found.push(node.fromClause?.[0]?.RangeVar?.relname ?? 'select');
    });
    return found;
  },
};

export const recordAsColumn: Rule = {
  name: 'selects a record of OUT parameters as a column of a sub-select: join the function laterally',
  find: (fn, known) => {
    const found: string[] = [];
    walk(fn.statements, (kind, node, above) => {
      if (kind !== 'SelectStmt') return;
      if (above[0]?.kind !== 'RangeSubselect' && above[0]?.kind !== 'CommonTableExpr') return;
      for (const { ResTarget: target } of node.targetList ?? []) {
        const name = target.val.FuncCall ? calledName(target.val.FuncCall) : '';
        if (known.answersRecord(name)) found.push(name);
      }
    });
    return found;
  },
};

export const lockInLateral: Rule = {
  name: 'locks rows inside a lateral sub-select: write = any (array) … order by … for update',
  find: (fn) =>
    all(fn.statements, 'RangeSubselect')
      .filter(({ lateral, subquery }) => lateral && subquery.SelectStmt?.lockingClause)
      .map(({ alias }) => alias.aliasname),
};

export const lockWithoutTenant: Rule = {
  name: 'locks rows of several tenants in one statement: go from tenant to tenant',
  find: (fn, known) =>
    all(fn.statements, 'SelectStmt').flatMap((node: Tree) => {
      const sources = sourcesOf('SelectStmt', node);
      const tables = sources.flatMap(({ table }) =>
        table && known.tables.get(table)?.has('tenant_id') ? [table] : [],
      );
      return node.lockingClause && !namesTenant(node, sources) ? tables : [];
    }),
};

/** Whether it compares a tenant_id with something that is not itself a column of the statement. */
function namesTenant(node: Tree, sources: Source[]): boolean {
  const isColumn = (names: string[]) => sources.some(({ alias }) => alias === names[0]);
  return all([node.whereClause ?? [], node.fromClause ?? []], 'A_Expr').some(
    ({ name, lexpr, rexpr }) => {
      const sides = [lexpr, rexpr].map((side) => namesOf(side?.ColumnRef?.fields));
      return (
        namesOf(name)[0] === '=' &&
        sides.some((names) => names.at(-1) === 'tenant_id' && isColumn(names)) &&
        !sides.every(isColumn)
      );
    },
  );
}
