import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { parseText, type Statement } from './statement.ts';

/** The meaning of a name, as app.sql_relation returns it. */
export interface Relation {
  columns: string[];
  text: string;
}

/** At most so many rows are answered; one more tells that there are more. */
export const maxRows = 1_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** An empty relation for unknown names that no part of WITH hides. Never a table of PostgreSQL's own. */
const nothing = 'select where false';

/** A statement as it is run. */
export interface Composed {
  text: string;
  /** How many characters stand before the caller's own. */
  before: number;
  /** The name under which connections keep the prepared statement: it ran before, and may well run again. */
  name?: string;
}

/**
 * Puts in front of a statement what each name in it stands for. The statement itself stays as it was written, so errors
 * of PostgreSQL have their place in the caller's text.
 */
export function compose(
  { text, tree, named }: Statement,
  relations: Record<string, Relation>,
): Composed {
  const parts = [...named.relations.keys()].map((name) => {
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
    return `${quoted(name)} as not materialized (${relation?.text ?? nothing})`;
  });
  const head = `${parts.length > 0 ? `with ${parts.join(', ')} ` : ''}select * from (\n`;
  const composed = `${head}${text}\n) as q limit ${maxRows + 1}`;
  const made: Composed = { text: composed, before: [...head].length };
  const name = names.get(composed);
  if (name) return { ...made, name };
  checkComposed(composed, tree);
  names.set(composed, createHash('sha256').update(composed).digest('base64url'));
  return made;
}

/** Names of the statements that have been found whole. Applications repeat theirs, and to read one takes a millisecond. */
const names = new LRUCache<string, string>({
  maxSize: 10_000_000,
  sizeCalculation: (_, text) => text.length,
});

/** The whole has to hold the statement as it was checked: nothing in its text may end the brackets around it. */
function checkComposed(composed: string, tree: Record<string, unknown>): void {
  const stmts = parseText(composed).stmts as [{ stmt: Record<string, never> }];
  // biome-ignore lint/suspicious/noExplicitAny: the tree of a parser, its nodes known by their names
  const select = (stmts[0].stmt as any).SelectStmt;
  const held = select?.fromClause?.[0]?.RangeSubselect?.subquery;
  if (stmts.length !== 1 || !isDeepStrictEqual(placeless(held), placeless(tree)))
    throw new Error('A statement is another one between its brackets.');
}

/** A tree without where its parts stand. */
export const placeless = (tree: unknown): unknown =>
  JSON.parse(
    JSON.stringify(tree ?? null, (key, value) =>
      /^(location|list_start|list_end|rexpr_list_start|rexpr_list_end)$/.test(key)
        ? undefined
        : value,
    ),
  );
