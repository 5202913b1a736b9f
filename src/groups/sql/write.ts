import type { Change } from '../../db/call.ts';
import { ApiError } from '../../ground/errors.ts';
import { canonical } from '../../ground/shapes/canonical.ts';
import { type AnyAnswer, remakeData } from '../../operations/answer.ts';
import { maxRows } from './compose.ts';
import { type Opened, open, type SqlDoor, select } from './question.ts';
import { writeTyped } from './values.ts';
import { checkColumns, type WriteStatement } from './write-statement.ts';
import { amountsOf, columnsOf, propertiesOf, rowOf, type StoredObject } from './write-values.ts';

/** Runs api.sql_write, in the way that the request wants its change made. @returns its answer */
export type Write = (args: { sql: string; params: unknown[]; made: object }) => Promise<AnyAnswer>;

interface Asked {
  sql: string;
  params: unknown[];
  write: WriteStatement;
  change: Change;
}

/** A row as api.sql_write takes it; without id and version it is a new object. */
interface Changed {
  id?: string;
  version?: number;
  properties: Record<string, unknown>;
}

/** An object may be changed by others between question and change; then both are repeated. */
const attempts = 3;

/**
 * Inserts, updates and deletes objects by SQL. The statement is asked as a SELECT: which objects, and what would be
 * in them. The answer goes through the engine of the API, in one transaction: validation, versions, policies, journal.
 * Each object has to be what it was when it was asked for.
 */
export async function changeInSql(
  door: SqlDoor & { write: Write },
  { sql, params, write, change }: Asked,
): Promise<{ row_count: number; answer: AnyAnswer }> {
  // Of which type, and of which kind are its properties? Then which amounts and currencies belong together is known.
  const first = await write.question([]).catch((error: unknown) => error as Error);
  const opened = await open(door, first, params, write.table);
  if (first instanceof Error) throw first;
  const target = targetOf(opened, write);
  const further = write.action === 'update' ? amountsOf(write.columns, target.kinds) : [];
  const statement = await write.question(further);
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    const { rows, truncated } = await select(door, statement, opened, {
      params,
      write: writeTyped,
    }).catch((error: unknown) => {
      throw write.placed(error, further);
    });
    if (truncated)
      throw new ApiError(
        'SQL_ERROR',
        `The statement would change more than ${maxRows} objects, or by more than 5 MB.`,
      );
    const changed = changedOf(write, further, target.kinds, rows);
    const made = { action: write.action, object_type_id: target.id, rows: changed };
    let count = 0;
    try {
      const answer = await remakeData<{ objects: StoredObject[] }>(
        await door.write({ sql, params, made }),
        ({ objects }) => {
          count = objects.length;
          return answerOf(write, target.kinds, objects, started);
        },
      );
      return { row_count: count, answer };
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'VERSION_CONFLICT';
      // The refusal is kept for an Idempotency-Key: the next attempt would get the same.
      if (!isStale || attempt === attempts || change.key !== undefined) throw error;
    }
  }
}

/** @throws 403 for a table that is not an object type, 400 for a column that cannot be set */
function targetOf({ target, relations }: Opened, write: WriteStatement) {
  if (!target) {
    if (!Object.hasOwn(relations, write.table))
      throw new ApiError('SQL_ERROR', `relation "${write.table}" does not exist`);
    throw new ApiError('FORBIDDEN', `Only object types can be changed here, not ${write.table}.`);
  }
  const known = new Set(columnsOf(target.kinds));
  checkColumns(write.columns, (name) => known.has(name), write.table);
  checkReturned(write, known);
  return target;
}

function checkReturned({ returning, table }: WriteStatement, known: Set<string>): void {
  for (const { column } of returning)
    if (column !== '*' && !known.has(column) && !systemColumns.includes(column))
      throw new ApiError('SQL_ERROR', `column "${column}" of relation "${table}" does not exist`);
}

const systemColumns = ['id', 'created_at', 'updated_at', 'created_by', 'version'];

/** The change of each object; if a join finds one twice, its first row counts, as in PostgreSQL. */
function changedOf(
  { action, columns }: WriteStatement,
  further: string[],
  kinds: Record<string, string>,
  rows: string[],
): Changed[] {
  const values = rows.map((row) => canonical(JSON.parse(row)) as unknown[]);
  if (action === 'insert') {
    const extra = values.find((row) => row.length > columns.length);
    if (extra) throw new ApiError('SQL_ERROR', 'INSERT has more expressions than target columns');
    return values.map((row, n) => ({
      properties: propertiesOf(columns, row, kinds, true, `rows[${n}]`),
    }));
  }
  const byId = new Map<string, Changed>();
  for (const [id, version, ...row] of values as [string, string, ...unknown[]][])
    if (!byId.has(id))
      byId.set(id, {
        id,
        version: Number(version),
        properties: propertiesOf([...columns, ...further], row, kinds, false, `rows[${byId.size}]`),
      });
  return [...byId.values()];
}

function answerOf(
  { action, returning }: WriteStatement,
  kinds: Record<string, string>,
  objects: StoredObject[],
  started: number,
): object {
  const taken = returning.flatMap(({ column, as }) =>
    column === '*'
      ? [...systemColumns, ...columnsOf(kinds)].map((name) => ({ column: name, as: name }))
      : [{ column, as }],
  );
  return {
    command: action,
    columns: taken.map(({ as }) => as),
    rows: taken.length > 0 ? objects.map((object) => rowOf(object, taken, kinds)) : [],
    row_count: objects.length,
    duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
    truncated: false,
  };
}
