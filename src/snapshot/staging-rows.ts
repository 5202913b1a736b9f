import pg from 'pg';
import { ask } from '../db/ask.ts';
import { type InvalidReason, SnapshotInvalid } from './errors.ts';
import { asArray, halvesOf, type LineSet, setsOf } from './staging-lines.ts';

export interface PutRows {
  pool: pg.Pool;
  tenant: string;
  name: string;
  columns: readonly string[];
  /** The entry of the archive, for errors. */
  entry: string;
  /** The tenant keeps its id: so do the tokens of its keys. */
  isSame: boolean;
}

/** One transaction each: no lock, and no feed, waits longer than for so many. */
const rowsAtOnce = 5_000;
const bytesAtOnce = 2 * 1024 * 1024;
const messageLength = 300;
const mostTries = 60;

/** Errors that a value is the reason of: as the catalog, a constraint or an engine sees it. */
const ofValues = /^(22|23|42804|42846|54000|P0004|PT4)/;

const unknowns = new Map<string, InvalidReason>([
  ['42P01', 'unknown_table'],
  ['42703', 'unknown_column'],
]);

/** Loads a chunk of rows, in sets. Yields how many each was. @throws SnapshotInvalid bad_row */
export async function* putRows(to: PutRows, lines: Buffer): AsyncGenerator<number> {
  for (const set of setsOf(lines, rowsAtOnce, bytesAtOnce)) {
    await putSet(to, set);
    yield set.count;
  }
}

/** A set that is refused is halved, until the row is found that is the reason: the staging goes anyway. */
async function putSet(to: PutRows, set: LineSet): Promise<void> {
  try {
    await put(to, set);
  } catch (error) {
    const unknown = error instanceof pg.DatabaseError && unknowns.get(error.code ?? '');
    if (unknown) throw new SnapshotInvalid(unknown, (error as Error).message, { entry: to.entry });
    if (!(error instanceof pg.DatabaseError) || !ofValues.test(error.code ?? '')) throw error;
    if (set.count === 1) {
      const message = error.message.slice(0, messageLength);
      throw new SnapshotInvalid('bad_row', message, { entry: to.entry, row: set.first });
    }
    for (const half of halvesOf(set)) await putSet(to, half);
  }
}

/** Readers of the journal that take longer than two seconds hold it up: then it is tried again. */
async function makeMonths(pool: pg.Pool, months: string[]): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await ask(pool, 'select worker.staging_months($1) as answer', [months]);
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== '55P03' || tries === mostTries) throw error;
    }
}

async function put({ pool, tenant, name, columns, isSame }: PutRows, set: LineSet): Promise<void> {
  if (name === 'tenants') {
    await ask(pool, 'select worker.staging_tenant($1, $2, $3) as answer', [
      tenant,
      columns,
      set.lines.toString(),
    ]);
    return;
  }
  const values = [tenant, name, columns, asArray(set), isSame];
  const load = () => ask(pool, 'select worker.staging_rows($1, $2, $3, $4, $5) as answer', values);
  try {
    await load();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== 'IN001') throw error;
    await makeMonths(pool, JSON.parse(error.detail as string));
    await load();
  }
}
