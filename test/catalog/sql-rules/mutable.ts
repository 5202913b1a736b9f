import type { ParsedFunction } from './functions.ts';
import { typeOf } from './functions.ts';
import type { Known } from './known.ts';
import { type Above, calledName, namesOf, type Tree, walk } from './tree.ts';

/** The context of an expression: the names that it can use. */
export interface Place {
  fn: ParsedFunction;
  known: Known;
  /** The tables of the statement, by alias. */
  tables: Map<string, string>;
}

/** The functions and operators of an expression that are not immutable, as text; sub-selects are looked into only on request. */
export function mutableParts(
  expression: Tree,
  place: Place,
  options: { subSelects?: boolean } = {},
): { text: string; node: Tree }[] {
  const found: { text: string; node: Tree }[] = [];
  walk(expression, (kind, node, above) => {
    if (!options.subSelects && isInSelect(above)) return;
    const text = mutability(kind, node, place);
    if (text) found.push({ text, node });
  });
  return found;
}

const isInSelect = (above: Above[]) => above.some(({ kind }) => kind === 'SelectStmt');

function mutability(kind: string, node: Tree, place: Place): string | undefined {
  if (kind === 'FuncCall') {
    const name = calledName(node);
    if (name === 'extract' && typeOfExpression(node.args[1], place) === 'interval')
      return undefined;
    return place.known.volatility(name, node.args?.length ?? 0) === 'immutable' ? undefined : name;
  }
  if (kind === 'SQLValueFunction') return 'current_timestamp or a sister of it';
  if (kind === 'TypeCast') {
    const to = typeOf(node.typeName);
    const from = typeOfExpression(node.arg, place);
    if (node.arg.A_Const || from === to) return undefined;
    return dependsOnTimeZone(to) || dependsOnTimeZone(from) ? `::${to}` : undefined;
  }
  if (kind !== 'A_Expr' || !['+', '-'].includes(namesOf(node.name)[0] ?? '')) return undefined;
  const sides = [typeOfExpression(node.lexpr, place), typeOfExpression(node.rexpr, place)];
  const isTime = sides.includes('timestamptz') && sides.some((side) => side !== 'timestamptz');
  const isSpan = sides.includes('interval') && sides.includes('');
  return isTime || isSpan ? 'timestamptz ± interval' : undefined;
}

/** Texts become these, and these texts, as a setting of the session says. */
const dependsOnTimeZone = (type: string) =>
  /^(timestamptz|timestamp|date|time|timetz|interval)$/.test(type);

/** The type of an expression as far as its text tells; '' when it does not. */
function typeOfExpression(expression: Tree, place: Place): string {
  const [kind = '', node] = Object.entries(expression ?? {})[0] ?? [];
  const one = node as Tree;
  const first = (list: Tree[]) =>
    list.map((part) => typeOfExpression(part, place)).find((type) => type !== '') ?? '';
  switch (kind) {
    case 'TypeCast':
      return typeOf(one.typeName);
    case 'ColumnRef':
      return typeOfName(namesOf(one.fields), place);
    case 'FuncCall':
      return resultTypes[calledName(one)] ?? '';
    case 'CoalesceExpr':
    case 'MinMaxExpr':
      return first(one.args);
    case 'A_Expr':
      return typeOfSum(
        namesOf(one.name)[0],
        [one.lexpr, one.rexpr].map((side) => typeOfExpression(side, place)),
      );
    default:
      return '';
  }
}

/** Two moments are an interval apart. */
const typeOfSum = (operator: string | undefined, sides: string[]): string =>
  operator === '-' && sides.every((side) => side === 'timestamptz')
    ? 'interval'
    : (sides.toSorted((a, b) => Number(b === 'timestamptz') - Number(a === 'timestamptz'))[0] ??
      '');

const resultTypes: Record<string, string> = {
  now: 'timestamptz',
  clock_timestamp: 'timestamptz',
  make_interval: 'interval',
};

function typeOfName(names: string[], { fn, known, tables }: Place): string {
  const [first = '', second] = names;
  if (second !== undefined) return known.tables.get(tables.get(first) ?? '')?.get(second) ?? '';
  const columns = [...tables.values()].map((table) => known.tables.get(table)?.get(first));
  return fn.variables.get(first) ?? columns.find((type) => type !== undefined) ?? '';
}

/** Whether an expression names a column of one of the tables. */
export function namesColumn(expression: Tree, { fn, known, tables }: Place): boolean {
  let found = false;
  walk(expression, (kind, node, above) => {
    if (kind !== 'ColumnRef' || isInSelect(above)) return;
    const [first = '', second] = namesOf(node.fields);
    found ||=
      second === undefined
        ? !fn.variables.has(first) &&
          [...tables.values()].some((table) => known.tables.get(table)?.has(first))
        : tables.has(first);
  });
  return found;
}
