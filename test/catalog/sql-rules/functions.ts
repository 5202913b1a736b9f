import { parsePlPgSQLSync } from 'libpg-query';
import { statementsOf, type Tree } from './tree.ts';

/** A function of Insula, parsed, as rules look at it. */
export interface ParsedFunction {
  name: string;
  language: string;
  isDefiner: boolean;
  isStrict: boolean;
  isVolatile: boolean;
  /** Whether it answers rows: `returns setof`, `returns table`. */
  isSet: boolean;
  hasSettings: boolean;
  /** Its parameters and variables with their types. */
  variables: Map<string, string>;
  /** Its statements and expressions, each as a statement of SQL. */
  statements: Tree[];
  /** The body in PL/pgSQL as libpg-query prints it, for what lies between statements. */
  body?: Tree;
}

/** @param definition `create or replace function …`, as `pg_get_functiondef` writes it */
export function parseFunction(definition: string): ParsedFunction {
  const [created] = statementsOf(definition);
  const node = created.CreateFunctionStmt;
  const options = new Map<string, Tree>(
    (node.options ?? []).map(({ DefElem }: Tree) => [DefElem.defname, DefElem.arg]),
  );
  const language = options.get('language').String.sval;
  const parameters: Tree[] = (node.parameters ?? []).map((one: Tree) => one.FunctionParameter);
  const shared = {
    name: node.funcname.map((one: Tree) => one.String.sval).join('.'),
    language,
    isDefiner: options.get('security')?.Boolean?.boolval === true,
    isStrict: options.get('strict')?.Boolean?.boolval === true,
    isVolatile: (options.get('volatility')?.String?.sval ?? 'volatile') === 'volatile',
    isSet:
      node.returnType?.setof === true || parameters.some((one) => one.mode === 'FUNC_PARAM_TABLE'),
    hasSettings: options.has('set'),
    variables: new Map(parameters.map((one) => [one.name ?? '', typeOf(one.argType)])),
  };
  if (language === 'sql')
    return { ...shared, statements: statementsOf(options.get('as').List.items[0].String.sval) };
  // libpg-query does not know Insula's types and takes each for a record, of which there can be no array.
  const text = definition.replaceAll(/\b(app|ext)\.\w+\[\]/g, 'json[]');
  const [{ PLpgSQL_function: body }] = (parsePlPgSQLSync(text) as Tree).plpgsql_funcs;
  for (const { PLpgSQL_var: variable } of body.datums)
    if (variable && !shared.variables.has(variable.refname))
      shared.variables.set(variable.refname, variable.datatype.PLpgSQL_type.typname);
  return { ...shared, statements: expressionsOf(body).flatMap(statementOf), body };
}

/** `timestamptz`, `text[]` */
export const typeOf = (type: Tree): string =>
  (type?.names?.at(-1)?.String?.sval ?? '') + (type?.arrayBounds ? '[]' : '');

/** Everything in a body that PostgreSQL runs as a statement, declarations first. */
function expressionsOf(body: Tree): Tree[] {
  if (Array.isArray(body)) return body.flatMap(expressionsOf);
  if (body === null || typeof body !== 'object') return [];
  if (body.PLpgSQL_expr) return [body.PLpgSQL_expr];
  return Object.values(body).flatMap(expressionsOf);
}

/** An expression is `select …`; of an assignment only what is assigned. */
export function statementOf({ query, parseMode }: Tree): Tree[] {
  if (parseMode === 0) return statementsOf(query);
  return statementsOf(`select ${parseMode === 2 ? query : query.replace(/^[^=]*?:?=/, '')}`);
}
