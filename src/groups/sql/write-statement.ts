import { isDeepStrictEqual } from 'node:util';
import { loadModule } from 'libpg-query';
import { ApiError } from '../../ground/errors.ts';
import { refused } from './check.ts';
import { placeless } from './compose.ts';
import { built, type Part } from './parts.ts';
import { parseOne, placed, readStatement, type Statement, sqlError } from './statement.ts';
import { Words } from './words.ts';

export type Action = 'insert' | 'update' | 'delete';

/** An insert, update or delete: what it names, and the question of which objects it would leave how. */
export interface WriteStatement {
  action: Action;
  /** The object type, by its name. */
  table: string;
  /** The columns that it sets, in their order; one may stand there twice. */
  columns: string[];
  /** Columns of the answer with their names in it; `*` for all. */
  returning: { column: string; as: string }[];
  /**
   * The SELECT of the changes to make, a row for each object: of an insert the values of the columns; else the id, the
   * version, the values of the columns, and those of further columns of the table.
   */
  question(further: string[]): Promise<Statement>;
  /** An error of that SELECT, with its position in the caller's own text. */
  placed(error: unknown, further: string[]): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: the tree of a parser, its nodes known by their names
type Tree = any;

/** The fields that each may have; what is not here is refused by name. */
const fields: Record<string, { action: Action; known: Set<string> }> = {
  InsertStmt: {
    action: 'insert',
    known: new Set('relation cols selectStmt returningClause withClause override'.split(' ')),
  },
  UpdateStmt: {
    action: 'update',
    known: new Set(
      'relation targetList whereClause fromClause returningClause withClause'.split(' '),
    ),
  },
  DeleteStmt: {
    action: 'delete',
    known: new Set('relation usingClause whereClause returningClause withClause'.split(' ')),
  },
};
const says: Record<string, string> = {
  onConflictClause: 'ON CONFLICT (POST /v1/objects/…/batch/upsert does it)',
};

/**
 * Reads a statement that changes objects. It never runs as it is: it is cut into a SELECT of the changes to make, which
 * has to pass everything that a SELECT has to pass.
 * @returns undefined for a statement of another kind
 * @throws 400 SQL_ERROR, 403 FORBIDDEN, both with details.position
 */
export async function readWrite(sql: string): Promise<WriteStatement | undefined> {
  await loadModule();
  const { stmt } = parseOne(sql);
  const [name = ''] = Object.keys(stmt);
  const kind = fields[name];
  if (!kind) return undefined;
  try {
    return cut(sql, kind.action, stmt[name] as Tree, kind.known);
  } catch (error) {
    throw placed(error, sql);
  }
}

function cut(sql: string, action: Action, tree: Tree, known: Set<string>): WriteStatement {
  const { relation, withClause } = tree;
  const at: number = relation.location;
  for (const field of Object.keys(tree))
    if (!known.has(field)) throw refused(says[field] ?? field, at);
  if (relation.schemaname !== undefined)
    throw refused(`${relation.schemaname}.${relation.relname}`, at);
  const words = new Words(sql);
  const table = words.at(at);
  // UPDATE, INSERT INTO or DELETE FROM, perhaps ONLY: what stands before is WITH.
  const begin = words.before(table, action);
  const head: Part[] = withClause ? [[words.start(0), words.start(begin)]] : [];
  const { columns, question, isSame } = { insert, update, delete: remove }[action](
    words,
    table,
    tree,
  );
  const make = (further: string[]) => built(Buffer.from(sql), [...head, ...question(further)]);
  return {
    action,
    table: relation.relname,
    columns,
    returning: returningOf(tree, at),
    async question(further) {
      const made = make(further);
      const statement = await readStatement(made.text).catch((error: unknown) => {
        throw made.placed(error);
      });
      const { SelectStmt: select } = statement.tree as Tree;
      // The cut text must parse to the same tree: no word may have been taken for another.
      if (!isSame(select) || !same(select.withClause, withClause))
        throw sqlError('The statement cannot be read. Put its expressions in brackets.', undefined);
      return statement;
    },
    placed: (error, further) => make(further).placed(error),
  };
}

/** How a kind of statement is cut. */
interface Cut {
  columns: string[];
  question(further: string[]): Part[];
  /** Whether the SELECT holds the parts of the statement. */
  isSame(select: Tree): boolean;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const same = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(placeless(one), placeless(other));

function insert(words: Words, table: number, { cols, selectStmt, relation, override }: Tree): Cut {
  const at: number = relation.location;
  if (override && override !== 'OVERRIDING_NOT_SET') throw refused('OVERRIDING', at);
  if (!cols) throw sqlError('Name the columns: insert into … (a, b) values ….', undefined);
  if (!selectStmt) throw refused('DEFAULT VALUES', at);
  const columns = cols.map(({ ResTarget: { name, indirection, location } }: Tree) => {
    if (indirection) throw refused('A part of a column', location);
    return name as string;
  });
  const list = words.closing(words.find(['('], table));
  const query: Part = [words.end(list), words.clause(['returning'], list).start];
  const names = columns.map((_: string, n: number) => `c${n}`).join(', ');
  return {
    columns,
    question: () => ['select v.* from (', query, `\n) as v (${names})`],
    isSame: ({ fromClause: [from] }) =>
      same(from.RangeSubselect.subquery.SelectStmt, selectStmt.SelectStmt),
  };
}

function update(words: Words, table: number, tree: Tree): Cut {
  const set = words.clause(['set'], table);
  const values = words.list(
    set.index + 1,
    words.clause(['from', 'where', 'returning'], set.index).index,
  );
  const columns = tree.targetList.map(
    ({ ResTarget: { name, indirection, val, location } }: Tree) => {
      if (indirection) throw refused('A part of a column', location);
      if (val.MultiAssignRef) throw refused('(a, b) = …', location);
      return name as string;
    },
  );
  if (values.length !== columns.length)
    throw sqlError('The statement cannot be read. Put its expressions in brackets.', undefined);
  const expressions = values.flatMap((from): Part[] => {
    const equals = words.find(['='], from.first);
    return [', (', [words.end(equals), from.end], ')'];
  });
  const rest = restOf(words, tree, set.index, 'from', tree.fromClause);
  return {
    columns,
    question: (further) => [...targetOf(tree, further, expressions), ...rest],
    isSame: (select) =>
      isRestSame(select, tree, tree.fromClause) &&
      tree.targetList.every(({ ResTarget: { val } }: Tree, n: number) =>
        same(select.targetList[n + 2].ResTarget.val, val),
      ),
  };
}

function remove(words: Words, table: number, tree: Tree): Cut {
  const rest = restOf(words, tree, table, 'using', tree.usingClause);
  return {
    columns: [],
    question: (further) => [...targetOf(tree, further, []), ...rest],
    isSame: (select) => isRestSame(select, tree, tree.usingClause),
  };
}

/** `select t.id, t.version, <expressions>, t.<further> from <table> as t`. */
function targetOf({ relation }: Tree, further: string[], expressions: Part[]): Part[] {
  const alias = quoted(relation.alias?.aliasname ?? relation.relname);
  return [
    `select ${alias}."id", ${alias}."version"`,
    ...expressions,
    ...further.map((column) => `, ${alias}.${quoted(column)}`),
    ` from ${quoted(relation.relname)} as ${alias}`,
  ];
}

/** The other tables, and WHERE. */
function restOf(words: Words, tree: Tree, after: number, word: string, tables: Tree): Part[] {
  const where = words.clause(['where', 'returning'], after);
  const from = tables ? words.clause([word], after) : where;
  return [
    ...(tables ? ([', ', [words.end(from.index), where.start]] as Part[]) : []),
    ...(tree.whereClause
      ? ([' ', [where.start, words.clause(['returning'], where.index).start]] as Part[])
      : []),
  ];
}

const isRestSame = (select: Tree, tree: Tree, tables: Tree): boolean =>
  same(select.whereClause, tree.whereClause) && same(select.fromClause.slice(1), tables ?? []);

/** RETURNING takes columns of the table, or all of them. */
function returningOf(tree: Tree, at: number): WriteStatement['returning'] {
  const { exprs = [], options } = tree.returningClause ?? {};
  if (options) throw refused('RETURNING WITH', at);
  return exprs.map(({ ResTarget: { name, val, location } }: Tree) => {
    const path = (val.ColumnRef?.fields ?? []).map((part: Tree) =>
      'A_Star' in part ? '*' : part.String?.sval,
    );
    const { alias, relname } = tree.relation;
    const isOwn =
      path.length === 1 || (path.length === 2 && path[0] === (alias?.aliasname ?? relname));
    if (!isOwn) throw refused('An expression in RETURNING', location ?? at);
    const column = path.at(-1) as string;
    return { column, as: name ?? column };
  });
}

/** Which columns may be set, and with what else. @throws 400 SQL_ERROR for one that is not there or is not to be set */
export function checkColumns(
  columns: string[],
  known: (name: string) => boolean,
  table: string,
): void {
  for (const name of columns) {
    if (['id', 'created_at', 'updated_at', 'created_by', 'version'].includes(name))
      throw new ApiError('SQL_ERROR', `column "${name}" cannot be set: the server sets it`);
    if (!known(name))
      throw new ApiError('SQL_ERROR', `column "${name}" of relation "${table}" does not exist`);
  }
  const twice = columns.find((name, n) => columns.indexOf(name) !== n);
  if (twice !== undefined)
    throw new ApiError('SQL_ERROR', `column "${twice}" specified more than once`);
}
