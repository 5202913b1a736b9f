import { LRUCache } from 'lru-cache';
import { DatabaseError } from 'pg';
import type { TenantLogins } from '../../db/tenant-logins.ts';
import { ApiError } from '../../ground/errors.ts';
import type { Ask } from '../../operations/handler.ts';
import { checkColumns } from './check.ts';
import { type Composed, compose, maxRows, type Relation } from './compose.ts';
import { servable } from './equalities.ts';
import { failureOf } from './failures.ts';
import { type Rows, takeRows, type WriteRow } from './rows.ts';
import { placed, type Statement, sqlError } from './statement.ts';

/** The place and the principal of a statement. */
export interface SqlDoor {
  tenant: string;
  logins: TenantLogins;
  /** Runs api.sql_run and api.sql_end as the one who asks. */
  ask: Ask;
  /** The credential, as text, whose answers of api.sql_run may be kept for the next statement. */
  who?: string;
  signal?: AbortSignal | undefined;
}

/** The answer of api.sql_run. */
export interface Opened {
  relations: Record<string, Relation>;
  /** Whether row policies bind the caller. */
  is_bound: boolean;
  /** Until when this holds, as api.sql_end compares it; null where it only holds for this statement. */
  version?: string | null;
  /** The object type that is to be changed, with the kind of each property; null for a name of something else. */
  target?: { id: string; kinds: Record<string, string> } | null;
}

/** The parameters of a statement. */
export interface Given {
  /** The values of `$1`, `$2`, … */
  params: unknown[];
  explain?: boolean;
  /** How a row is written; as a JSON object by default. */
  write?: WriteRow;
}

/** Recent relations of names, by tenant, credential, names and equal conditions: 20 MB of text. */
const known = new LRUCache<string, Opened>({
  maxSize: 20_000_000,
  sizeCalculation: ({ relations }, key) =>
    key.length + Object.values(relations).reduce((sum, { text }) => sum + 2 * text.length, 100),
});

const keyOf = ({ tenant, who }: SqlDoor, statement: Statement, params: unknown[]): string =>
  JSON.stringify([tenant, who, namesOf(statement), servable(statement.equal, params)]);

const namesOf = ({ named }: Statement): string[] => [...named.relations.keys()];

/**
 * The recent relations of a statement's names. api.sql_end checks whether they still do: before that nothing is
 * answered.
 */
export const openedBefore = (
  door: SqlDoor,
  statement: Statement,
  params: unknown[],
): { names: string[]; opened: Opened } | undefined => {
  const opened = door.who === undefined ? undefined : known.get(keyOf(door, statement, params));
  return opened && { names: namesOf(statement), opened };
};

export const forget = (door: SqlDoor, statement: Statement, params: unknown[]): void =>
  void known.delete(keyOf(door, statement, params));

/**
 * Asks what the names of a statement stand for. One that could not be read names nothing: who may ask at all is answered
 * first, and a stranger is told nothing about the statement.
 * @param target the name of what is to be changed
 * @throws 403 INSUFFICIENT_SCOPE
 */
export async function open(
  door: SqlDoor,
  statement: Statement | Error,
  params: unknown[],
  target?: string,
): Promise<Opened> {
  if (door.logins.isFar) {
    await door.ask('sql_run', { names: [], equal: {} });
    throw new ApiError(
      'FORBIDDEN',
      'SQL is not available here: on a cluster it needs a server with DATABASE_NODES.',
    );
  }
  const isRead = !(statement instanceof Error);
  const named = isRead ? namesOf(statement) : [];
  const opened = await door.ask<Opened>('sql_run', {
    names: target === undefined ? named : [...new Set([...named, target])],
    equal: isRead ? servable(statement.equal, params) : {},
    ...(target === undefined ? {} : { target }),
  });
  if (isRead && door.who !== undefined && target === undefined && opened.version)
    known.set(keyOf(door, statement, params), opened);
  return opened;
}

/**
 * Runs a SELECT whose names are known, as the tenant's own login.
 * @returns at most 1,000 rows and 5 MB
 * @throws 400 SQL_ERROR, 403 FORBIDDEN, 504 TIMEOUT, with details.position in the statement's text
 */
export function select(
  door: SqlDoor,
  statement: Statement,
  opened: Opened,
  { params, explain = false, write }: Given,
): Promise<Rows> {
  checkGiven(statement, opened, params, explain);
  if (explain && door.logins.isCluster)
    throw new ApiError(
      'FORBIDDEN',
      'A query plan is not available on a cluster. Leave out explain.',
    );
  const composed = composedOf(statement, opened);
  const { name } = composed;
  const text = `${explain ? explainWords : ''}${composed.text}`;
  // PostgreSQL refuses a value that no part of the statement takes.
  const values = params.slice(0, statement.named.parameters);
  return door.logins.use(
    door.tenant,
    async (client, spend) => {
      try {
        return await takeRows(
          client,
          { text, values, name: explain ? undefined : name },
          { maxRows, write },
          spend,
          door.signal,
        );
      } catch (error) {
        if (!(error instanceof DatabaseError)) spend();
        throw failureOf(error, {
          before: composed.before + (explain ? explainWords.length : 0),
          start: statement.start,
          length: [...statement.text].length,
        });
      }
    },
    door.signal,
  );
}

const explainWords = 'explain (costs off) ';

/** Statements composed with their relations: both are kept, and asked for together again and again. */
const composedWith = new WeakMap<Opened, WeakMap<Statement, Composed>>();

function composedOf(statement: Statement, opened: Opened): Composed {
  const made = composedWith.get(opened) ?? new WeakMap<Statement, Composed>();
  composedWith.set(opened, made);
  const held = made.get(statement);
  if (held) return held;
  checkNames(statement, opened);
  const composed = compose(statement, opened.relations);
  // The first time it has no name: it may never be asked again.
  if (composed.name) made.set(statement, composed);
  return composed;
}

/** Checks the parameters of a statement before anything runs. */
function checkGiven(
  { named }: Statement,
  { is_bound }: Opened,
  params: unknown[],
  explain: boolean,
): void {
  if (explain && is_bound)
    throw new ApiError(
      'FORBIDDEN',
      'A query plan would reveal the row policies that apply to you. Only callers without policies can use explain.',
    );
  if (named.parameters > params.length)
    throw sqlError(
      `the statement uses $${params.length + 1}, but params holds ${params.length}`,
      undefined,
    );
  if (named.parameters < params.length)
    throw ApiError.invalid(
      `params[${named.parameters}]`,
      'unused',
      `matches no placeholder: the statement has ${named.parameters || 'none'}`,
    );
}

/** Checks the names before anything runs. */
function checkNames({ named, whole }: Statement, { relations }: Opened): void {
  try {
    for (const [name, [at]] of named.relations)
      if (!Object.hasOwn(relations, name) && !named.given.has(name))
        throw new ApiError('SQL_ERROR', `relation "${name}" does not exist`, { details: { at } });
    checkColumns(
      named,
      Object.values(relations).flatMap(({ columns }) => columns),
    );
  } catch (error) {
    throw placed(error, whole);
  }
}
