import { type ParsedFunction, statementOf } from './functions.ts';
import { directories, isModification, type Rule } from './rule.ts';
import { all, calledName, type Tree, walk } from './tree.ts';

export const countAfterInsert: Rule = {
  name: 'counts what INSERT … SELECT … ON CONFLICT DO NOTHING has written by row_count, FOUND or INTO: count its RETURNING',
  find: (fn) => runsOf(fn.body).flatMap(countsIn),
};

/** Each run of PL/pgSQL statements that follow each other. */
function runsOf(body: Tree): Tree[][] {
  if (body === null || typeof body !== 'object') return [];
  const inner = Object.values(body).flatMap(runsOf);
  return Array.isArray(body) ? [body, ...inner] : inner;
}

function countsIn(run: Tree[]): string[] {
  return run.flatMap((one, index) => {
    const { sqlstmt, into } = one.PLpgSQL_stmt_execsql ?? {};
    const table = sqlstmt && uncountable(sqlstmt.PLpgSQL_expr);
    if (!table) return [];
    return into || readsCount(run[index + 1]) ? [table] : [];
  });
}

/** The table of an INSERT … SELECT … ON CONFLICT DO NOTHING. */
function uncountable(expression: Tree): string | undefined {
  const [statement] = statementOf(expression);
  const insert = statement.InsertStmt;
  return insert?.onConflictClause?.action === 'ONCONFLICT_NOTHING' &&
    !insert.selectStmt?.SelectStmt?.valuesLists
    ? insert.relation.relname
    : undefined;
}

const readsCount = (next: Tree): boolean =>
  next !== undefined && /"kind":"ROW_COUNT"|"query":"[^"]*\bfound\b/i.test(JSON.stringify(next));

export const directoryWrite: Rule = {
  name: 'writes to a directory with the rights of a tenant’s request: other nodes do not know the tenant, so it runs as its owner',
  find: (fn) => (fn.isDefiner ? [] : writesOf(fn).filter((table) => directories.includes(table))),
};

function writesOf(fn: ParsedFunction): string[] {
  const found: string[] = [];
  walk(fn.statements, (kind, { relation }) => {
    if ((isModification(kind) || kind === 'InsertStmt') && relation.schemaname === 'app')
      found.push(relation.relname);
  });
  return found;
}

export const unnestIntoDirectory: Rule = {
  name: 'fills a directory from an array: the other nodes cannot tell its type, so write row by row',
  find: (fn) =>
    all(fn.statements, 'InsertStmt')
      .filter(
        ({ relation, selectStmt }) =>
          directories.includes(relation.relname) &&
          all(selectStmt ?? {}, 'FuncCall').some((call) => calledName(call) === 'unnest'),
      )
      .map(({ relation }) => relation.relname),
};

export const planSettings: Rule = {
  name: 'sets plan_cache_mode: a generic plan takes a call away from its node',
  find: (fn) =>
    [
      ...all(fn.statements, 'VariableSetStmt').map(({ name }) => name),
      ...all(fn.statements, 'FuncCall')
        .filter((call) => calledName(call) === 'set_config')
        .map((call) => call.args[0]?.A_Const?.sval?.sval),
    ].filter((name) => name === 'plan_cache_mode'),
};
