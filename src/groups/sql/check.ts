import { ApiError } from '../../ground/errors.ts';
import {
  bounded,
  expressionKinds,
  functions,
  givenNames,
  instead,
  moments,
  operators,
  types,
} from './allowed.ts';
import { nodes } from './nodes.ts';

/** The names in a statement, found on the way through its tree. */
export interface Named {
  /** Tables, or parts of its own WITH; each with the bytes where it stands. */
  relations: Map<string, number[]>;
  /** Qualified columns, to be held against those of the tables: [qualifier, column, byte]. */
  columns: [qualifier: string, column: string, at: number][];
  /** Names that the statement gives to columns itself. */
  given: Set<string>;
  /** Of functions in FROM: what they are called, and what their columns are. */
  functionAliases: Set<string>;
  functionColumns: Set<string>;
  /** The highest parameter. */
  parameters: number;
}

type Tree = Record<string, unknown>;
/** A thing of the tree to look at: which node it is, and the byte where the nearest one around it stands. */
type Task = { name: string; node: Tree; at: number };

const maxNodes = 50_000;
const maxDepth = 1_000;

/** 403 for what may not stand in a statement, naming it. */
export const refused = (
  what: string,
  at: number,
  advice = 'docs/data/sql.md lists the allowed ones.',
): ApiError =>
  new ApiError('FORBIDDEN', `${what} is not allowed here. ${advice}`, {
    details: { at },
  });

const stringOf = (node: unknown): string | undefined => {
  const { String: held, ...rest } = (node ?? {}) as { String?: { sval?: string } };
  return held && Object.keys(rest).length === 0 ? (held.sval ?? '') : undefined;
};

/** The texts of a list of names. @throws 403 where there is something else among them */
function stringsOf(value: unknown, at: number): string[] {
  const list = Array.isArray(value) ? value.map(stringOf) : [undefined];
  if (list.some((text) => text === undefined)) throw refused('This', at);
  return list as string[];
}

/** The name in a list, without the schema pg_catalog, which the parser writes before some. */
function bareName(value: unknown, at: number): string {
  const parts = stringsOf(value, at);
  const [schema, name] = parts.length === 2 ? parts : ['pg_catalog', parts[0]];
  if (schema !== 'pg_catalog' || parts.length > 2) throw refused(parts.join('.'), at);
  return name as string;
}

const inside = (allowed: Set<string>, name: string, at: number, what: string): void => {
  if (!allowed.has(name)) throw refused(`${what} ${name}`, at);
};

/** The contents of fields marked with `!`. */
const special: Record<
  string,
  (value: unknown, at: number, named: Named, node: Tree) => Task[] | undefined
> = {
  name: (value, _, named) => void named.given.add(String(value)),
  names: (value, at, named) => {
    for (const name of stringsOf(value, at)) named.given.add(name);
  },
  column(value, at, named) {
    const parts = (value as Tree[]).map((part) => ('A_Star' in part ? '*' : stringOf(part)));
    if (parts.length > 2 || parts.some((part) => part === undefined))
      throw refused(`The name ${parts.join('.')}`, at);
    if (parts.length === 2 && parts[1] !== '*')
      named.columns.push([parts[0] as string, parts[1] as string, at]);
  },
  relation(value, at, named) {
    const name = String(value);
    named.relations.set(name, [...(named.relations.get(name) ?? []), at]);
    return undefined;
  },
  function(value, at, _, { args }) {
    const name = bareName(value, at);
    const isQualified = (value as unknown[]).length > 1;
    // trim(a) is btrim(a) with a schema, and as quick as its text is short.
    const isPast =
      isQualified && bounded.has(name) && (args as unknown[] | undefined)?.length !== 1;
    if (Object.hasOwn(instead, name) && (isPast || !functions.has(name)))
      throw refused(`The function ${name}`, at, `Write ${instead[name]}.`);
    if (isPast) throw refused(`pg_catalog.${name}`, at, `Write ${name} without a schema.`);
    inside(functions, name, at, 'The function');
    return undefined;
  },
  operator(value, at) {
    if ((value as unknown[]).length > 1) throw refused('An operator with its schema', at);
    inside(operators, operatorOf(value, at), at, 'The operator');
    return undefined;
  },
  kind: (value, at) => inside(expressionKinds, String(value), at, 'The expression') as undefined,
  type: (value, at) => inside(types, bareName(value, at), at, 'The type') as undefined,
  moment: (value, at) => inside(moments, String(value), at, 'The value') as undefined,
  collation: (value, at) =>
    inside(new Set(['C']), bareName(value, at), at, 'The collation') as undefined,
  direction(value, at) {
    if (value === 'SORTBY_USING') throw refused('USING in ORDER BY', at);
    return undefined;
  },
  subscripts(value, at) {
    return (value as Tree[]).map((part) => {
      if (!('A_Indices' in part)) throw refused('A field of an expression, (a).b,', at);
      return { name: 'A_Indices', node: part.A_Indices as Tree, at };
    });
  },
  functionAlias(value, at, named) {
    const { aliasname, colnames = [] } = value as { aliasname: string; colnames?: unknown[] };
    named.functionAliases.add(aliasname);
    for (const name of stringsOf(colnames, at)) named.functionColumns.add(name);
    named.functionColumns.add(aliasname);
    named.given.add(aliasname);
    return [{ name: 'Alias', node: value as Tree, at }];
  },
};

/** Of an operator; that of BETWEEN, IN and LIKE is written by the parser. */
function operatorOf(value: unknown, at: number): string {
  const name = bareName(value, at);
  return /^(NOT )?BETWEEN( SYMMETRIC)?$/.test(name) ? '=' : name;
}

/**
 * Holds each node of a statement against nodes.ts, without recursion: a statement may be as deep as it is long.
 * @param statement the tree of a SelectStmt, as libpg-query gives it
 * @throws 403 FORBIDDEN, naming what is not allowed, with its byte in details.at
 */
export function checkTree(statement: Tree): Named {
  const named: Named = {
    relations: new Map(),
    columns: [],
    given: new Set(),
    functionAliases: new Set(),
    functionColumns: new Set(),
    parameters: 0,
  };
  let level: Task[] = [{ name: '', node: statement, at: 0 }];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (depth > maxDepth || count > maxNodes)
      throw new ApiError('SQL_ERROR', 'The statement is nested too deeply, or has too many parts.');
    level = level.flatMap((task) => (task.name ? partsOf(task, named) : [unwrap(task)].flat()));
  }
  return named;
}

/** A node with its name, `{A_Const: {…}}`; nothing for the empty one, which stands for what is left out. */
function unwrap({ node, at }: Task): Task[] {
  if (Array.isArray(node)) return node.map((item) => ({ name: '', node: item, at }));
  const [entry, ...more] = Object.entries(node ?? {});
  if (!entry) return [];
  const [name, held] = entry;
  if (more.length > 0 || !nodes[name] || typeof held !== 'object' || held === null)
    throw refused(name, at);
  return [{ name, node: held as Tree, at }];
}

function partsOf({ name, node, at: around }: Task, named: Named): Task[] {
  const { location } = node as { location?: unknown };
  const at = typeof location === 'number' && location >= 0 ? location : around;
  const known = nodes[name]?.fields ?? {};
  const parts: Task[] = [];
  for (const [field, value] of Object.entries(node)) {
    if (field === 'location') continue;
    const rule = Object.hasOwn(known, field) ? (known[field] as string) : undefined;
    if (rule === undefined) {
      if (field === 'schemaname' || field === 'catalogname')
        throw refused(`${value}.${(node as { relname?: string }).relname}`, at);
      throw refused(`${field} of ${name}`, at);
    }
    if (rule === '.') {
      if (name === 'ParamRef') named.parameters = Math.max(named.parameters, Number(value ?? 0));
    } else if (rule === '*') parts.push({ name: '', node: value as Tree, at });
    else if (rule.startsWith('=')) parts.push({ name: rule.slice(1), node: value as Tree, at });
    else parts.push(...(special[rule.slice(1)]?.(value, at, named, node) ?? []));
  }
  return parts;
}

/**
 * Refuses qualified names that are no column: PostgreSQL would call the function of that name.
 * @param columns of the tables that the statement names
 */
export function checkColumns(named: Named, columns: Iterable<string>): void {
  const known = new Set([...columns, ...named.given, ...givenNames, ...functions, ...types]);
  const ofFunctions = new Set([...named.functionColumns, ...givenNames, ...functions]);
  for (const [qualifier, column, at] of named.columns) {
    // A function in FROM without another name has its own.
    const isFunction = named.functionAliases.has(qualifier) || functions.has(qualifier);
    const allowed = isFunction ? ofFunctions : known;
    if (!allowed.has(column) && !/^column\d+$/.test(column))
      throw new ApiError('SQL_ERROR', `column ${qualifier}.${column} does not exist`, {
        details: { at },
      });
  }
}
