import { loadModule, parseSync } from 'libpg-query';

// PostgreSQL's own parser, compiled to WebAssembly.
await loadModule();

/** A node of PostgreSQL's parse tree, as libpg-query prints it: `{SelectStmt: {…}}`, fields in camel case. */
// biome-ignore lint/suspicious/noExplicitAny: its 270 kinds of nodes are looked into by name.
export type Tree = any;

/** The ancestors of a node, the nearest first. Each entry is `{kind, node}`. */
export interface Above {
  kind: string;
  node: Tree;
}

const isKind = (key: string) => /^[A-Z]/.test(key);

/** Calls `visit` for every node of a tree, from the top down, with what stands above it. */
export function walk(
  tree: Tree,
  visit: (kind: string, node: Tree, above: Above[]) => void,
  above: Above[] = [],
): void {
  if (Array.isArray(tree)) {
    for (const one of tree) walk(one, visit, above);
    return;
  }
  if (tree === null || typeof tree !== 'object') return;
  for (const [key, value] of Object.entries(tree)) {
    // Fields that can hold only one kind of node do without its name: the table of an UPDATE, a WITH.
    const isNameless = !Object.keys(value ?? {}).some(isKind);
    const kind = isKind(key) ? key : (isNameless && namelessFields[key]) || '';
    if (kind === '') walk(value, visit, above);
    else {
      visit(kind, value, above);
      walk(value, visit, [{ kind, node: value }, ...above]);
    }
  }
}

const namelessFields: Record<string, string> = {
  onConflictClause: 'OnConflictClause',
  withClause: 'WithClause',
  typeName: 'TypeName',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
};

/** Every node of a kind, in the order of the text. */
export function all(tree: Tree, kind: string): Tree[] {
  const found: Tree[] = [];
  walk(tree, (one, node) => {
    if (one === kind) found.push(node);
  });
  return found;
}

/** `clock_timestamp`, `app.new_id`: a function's name; that of pg_catalog goes without its schema. */
export const calledName = (call: Tree): string =>
  namesOf(call.funcname)
    .filter((name) => name !== 'pg_catalog')
    .join('.');

export const namesOf = (list: Tree[] | undefined): string[] =>
  (list ?? []).map((one) => one.String?.sval ?? '*');

/** The statements of a text in SQL. */
export const statementsOf = (text: string): Tree[] =>
  (parseSync(text).stmts ?? []).map((one) => one.stmt);

export interface Source {
  /** Its name in its place: the alias, or its own. */
  alias: string;
  /** The name of a table in the schema app; undefined for sub-selects, functions and common table expressions. */
  table?: string;
}

/** Everything that a statement reads from or writes to, on its own level. */
export function sourcesOf(kind: string, node: Tree): Source[] {
  if (kind === 'SelectStmt') return fromSources(node.fromClause);
  if (kind === 'UpdateStmt') return [rangeSource(node.relation), ...fromSources(node.fromClause)];
  if (kind === 'DeleteStmt') return [rangeSource(node.relation), ...fromSources(node.usingClause)];
  if (kind === 'InsertStmt') return [rangeSource(node.relation)];
  return [];
}

const rangeSource = (range: Tree): Source => ({
  alias: range.alias?.aliasname ?? range.relname,
  ...(range.schemaname === 'app' && { table: range.relname }),
});

function fromSources(from: Tree[] | undefined): Source[] {
  return (from ?? []).flatMap((item: Tree): Source[] => {
    if (item.RangeVar) return [rangeSource(item.RangeVar)];
    if (item.JoinExpr) return fromSources([item.JoinExpr.larg, item.JoinExpr.rarg]);
    const [other = {}] = Object.values(item) as Tree[];
    return [{ alias: other.alias?.aliasname ?? '' }];
  });
}
