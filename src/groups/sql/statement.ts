import { loadModule, parseSync } from 'libpg-query';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../ground/errors.ts';
import { checkTree, type Named } from './check.ts';
import { type Equal, equalities } from './equalities.ts';

/** A statement that may be run, as soon as its names are known. */
export interface Statement {
  /** Without what follows it: a semicolon, a comment. */
  text: string;
  /** The text that it was cut from. */
  whole: string;
  /** Where it begins in that text, in characters. */
  start: number;
  tree: Record<string, unknown>;
  named: Named;
  equal: Equal[];
}

/** Statements of applications repeat; each is a few kilobytes of tree. */
const known = new LRUCache<string, Statement>({ max: 200 });

/**
 * Parses a statement with PostgreSQL's own parser and holds it against what is allowed.
 * @throws 400 SQL_ERROR, 403 FORBIDDEN, both with details.position
 */
export async function readStatement(sql: string): Promise<Statement> {
  const held = known.get(sql);
  if (held) return held;
  await loadModule();
  const read = parse(sql);
  known.set(sql, read);
  return read;
}

interface Parsed {
  stmt: Record<string, unknown>;
  stmt_location?: number;
  stmt_len?: number;
}

/** The one statement of a text. @throws 400 SQL_ERROR where there is none, or a second one */
export function parseOne(sql: string): Parsed {
  const [first, second] = (parseText(sql).stmts ?? []) as Parsed[];
  if (!first) throw sqlError('There is no statement.', undefined);
  if (second)
    throw sqlError(
      'Send one statement at a time.',
      charactersBefore(sql, second.stmt_location ?? 0),
    );
  return first;
}

function parse(sql: string): Statement {
  const first = parseOne(sql);
  if (!('SelectStmt' in first.stmt)) {
    const [name = ''] = Object.keys(first.stmt);
    throw new ApiError(
      'FORBIDDEN',
      `Only SELECT can be run here, not ${name.replace('Stmt', '')}. Send allow_write for insert, update and delete.`,
      {
        details: { position: 1 },
      },
    );
  }
  const from = first.stmt_location ?? 0;
  const bytes = Buffer.from(sql);
  const text = bytes.subarray(from, first.stmt_len ? from + first.stmt_len : undefined).toString();
  const tree = first.stmt;
  try {
    const named = checkTree(tree);
    return {
      text,
      whole: sql,
      start: charactersBefore(sql, from),
      tree,
      named,
      equal: equalities(tree, named),
    };
  } catch (error) {
    throw placed(error, sql);
  }
}

/** The tree of a text. @throws 400 SQL_ERROR with PostgreSQL's message */
export function parseText(sql: string): { stmts?: unknown[] } {
  try {
    return parseSync(sql) as { stmts?: unknown[] };
  } catch (error) {
    const { sqlDetails, message } = error as Error & { sqlDetails?: { cursorPosition: number } };
    if (!sqlDetails) throw sqlError('The statement cannot be read.', undefined);
    throw sqlError(message, sqlDetails.cursorPosition);
  }
}

/** @param before how many characters of the caller's text stand before the place */
export const sqlError = (
  message: string,
  before: number | undefined,
  more: object = {},
): ApiError =>
  new ApiError('SQL_ERROR', message, {
    details: { ...(before === undefined ? {} : { position: before + 1 }), ...more },
  });

/** An error with the byte that it is about, as one with the character, which is what callers count. */
export function placed(error: unknown, sql: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const { at } = (error.extras.details ?? {}) as { at?: number };
  if (at === undefined) return error;
  return new ApiError(error.code, error.message, {
    ...error.extras,
    details: { position: charactersBefore(sql, at) + 1 },
  });
}

/** How many characters (code points) the first bytes of a text are. */
const charactersBefore = (sql: string, bytes: number): number =>
  [...Buffer.from(sql).subarray(0, bytes).toString()].length;
