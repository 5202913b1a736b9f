import pg from 'pg';
import { withClient } from './client.ts';
import { committedFiles } from './graphile-migrate.ts';

/** The database is not at the version that this process needs. */
export class NotMigratedError extends Error {
  override name = 'NotMigratedError';
}

const prefix = 'migrated by Insula to ';
/** Sorts before every migration: a database that only has the migration in progress. */
const uncommitted = '000000.sql';

/**
 * Notes in the database, readable to every role, up to which migration it is. A process that only knows the
 * API's address (no rights on any table) reads it there.
 */
export async function noteMigrated(owner: pg.Client): Promise<void> {
  const last = (await committedFiles()).at(-1) ?? uncommitted;
  const note = `${prefix}${last}`;
  if ((await readNote(owner)) === note) return;
  await owner.query(`comment on schema private is ${pg.escapeLiteral(note)}`);
}

/**
 * For a process that may not migrate: checks that another one has.
 * @throws NotMigratedError naming what is missing and what to run
 */
export async function checkMigrated(url: string): Promise<void> {
  const found = (await withClient(url, 'check', migratedTo)) ?? 'nothing';
  const needed = (await committedFiles()).at(-1) ?? uncommitted;
  // A newer database serves an older process until the rollout is through.
  if (found !== 'nothing' && found >= needed) return;
  throw new NotMigratedError(
    `The database is migrated to ${found}, this version needs ${needed}. ` +
      'Run "insula migrate up" with the DATABASE_URL of the migrating role first.',
  );
}

/** The last migration that the database has had; undefined when it has never been migrated. */
export async function migratedTo(client: pg.Client): Promise<string | undefined> {
  const note = await readNote(client);
  return note?.startsWith(prefix) ? note.slice(prefix.length) : undefined;
}

async function readNote(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    `select obj_description(to_regnamespace('private')::oid, 'pg_namespace') as note`,
  );
  return rows[0].note;
}
