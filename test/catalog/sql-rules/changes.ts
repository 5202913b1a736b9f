import { mutableParts, namesColumn, type Place } from './mutable.ts';
import { isModification, type Rule } from './rule.ts';
import { all, calledName, namesOf, type Source, sourcesOf, type Tree, walk } from './tree.ts';

/** The tables of a statement by alias, for the types of their columns. */
const tablesOf = (sources: Source[]) =>
  new Map(sources.flatMap(({ alias, table }) => (table ? [[alias, table]] : [])));

/** Every UPDATE and DELETE of some statements, with its own place. */
function modifications(fn: Place['fn'], known: Place['known']): { node: Tree; place: Place }[] {
  const found: { node: Tree; place: Place }[] = [];
  walk(fn.statements, (kind, node) => {
    if (isModification(kind))
      found.push({ node, place: { fn, known, tables: tablesOf(sourcesOf(kind, node)) } });
  });
  return found;
}

/** The assignments of an UPDATE, and the conditions for its rows. */
const partsOf = (node: Tree): Tree[] => [node.targetList ?? [], node.whereClause ?? []];

export const volatileInModification: Rule = {
  name: 'calls a volatile function in UPDATE or DELETE: take its value into a variable first',
  find: (fn, known) =>
    modifications(fn, known).flatMap(({ node }) =>
      all(node, 'FuncCall')
        .filter((call) => known.volatility(calledName(call), call.args?.length ?? 0) === 'volatile')
        .map(calledName),
    ),
};

export const mutableInCase: Rule = {
  name: 'has CASE or COALESCE with something that is not immutable in UPDATE or DELETE',
  find: (fn, known) =>
    modifications(fn, known).flatMap(({ node, place }) =>
      partsOf(node).flatMap((part) => {
        const found: string[] = [];
        walk(part, (kind, one, above) => {
          if (kind !== 'CaseExpr' && kind !== 'CoalesceExpr') return;
          if (above.some(({ kind: outer }) => outer === 'SelectStmt')) return;
          found.push(...mutableParts(one, place).map(({ text }) => text));
        });
        return found;
      }),
    ),
};

export const simpleCaseInWrite: Rule = {
  name: 'compares by CASE x WHEN y in INSERT, UPDATE or DELETE: write case when x = y',
  find: (fn) => {
    const found: string[] = [];
    walk(fn.statements, (kind, node) => {
      if (!isModification(kind) && kind !== 'InsertStmt') return;
      for (const { arg } of all(node, 'CaseExpr'))
        if (arg) found.push(namesOf(arg.ColumnRef?.fields).join('.') || 'case');
    });
    return found;
  },
};

export const stableOfColumns: Rule = {
  name: 'gives a column to something that is not immutable in UPDATE or DELETE',
  find: (fn, known) =>
    modifications(fn, known).flatMap(({ node, place }) =>
      partsOf(node)
        .flatMap((part) => mutableParts(part, place))
        .filter((part) => namesColumn(part.node, place))
        .map(({ text }) => text),
    ),
};

export const mutableOnConflict: Rule = {
  name: 'has something that is not immutable in ON CONFLICT DO UPDATE',
  find: (fn, known) =>
    all(fn.statements, 'InsertStmt').flatMap((node) => {
      const { onConflictClause: conflict } = node;
      if (!conflict) return [];
      const table = node.relation.relname;
      const place = {
        fn,
        known,
        tables: new Map([
          ['excluded', table],
          [node.relation.alias?.aliasname ?? table, table],
        ]),
      };
      return mutableParts([conflict.targetList ?? [], conflict.whereClause ?? []], place, {
        subSelects: true,
      }).map(({ text }) => text);
    }),
};

export const mutableInReturning: Rule = {
  name: 'returns something that is not immutable from INSERT, UPDATE or DELETE',
  find: (fn, known) => {
    const found: string[] = [];
    walk(fn.statements, (kind, node) => {
      if (!isModification(kind) && kind !== 'InsertStmt') return;
      const place = { fn, known, tables: tablesOf(sourcesOf(kind, node)) };
      const returned = node.returningClause?.exprs ?? node.returningList ?? [];
      found.push(...mutableParts(returned, place).map(({ text }) => text));
    });
    return found;
  },
};

export const subscriptInSet: Rule = {
  name: 'sets a column to an element of an array (v[i]) as it stands: a node of Citus 14.0 crashes',
  find: (fn) => {
    const found: string[] = [];
    walk(fn.statements, (kind, node) => {
      if (kind !== 'UpdateStmt' && kind !== 'OnConflictClause') return;
      for (const { ResTarget: target } of node.targetList ?? []) {
        let value = target.val;
        while (value.TypeCast) value = value.TypeCast.arg;
        if (value.A_Indirection?.indirection.at(-1).A_Indices) found.push(target.name);
      }
    });
    return found;
  },
};

export const subSelectInValues: Rule = {
  name: 'has a sub-select in the VALUES of an INSERT: take it into a variable first',
  find: (fn) =>
    all(fn.statements, 'InsertStmt')
      .filter((node) => all(node.selectStmt?.SelectStmt?.valuesLists ?? [], 'SubLink').length > 0)
      .map((node) => node.relation.relname),
};
