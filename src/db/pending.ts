import { basename } from 'node:path';
import pg from 'pg';
import { withClient } from './client.ts';
import { MigrationError } from './graphile-migrate.ts';
import { migrationsFolder } from './graphile-migrate-child.ts';

/** A committed migration that the database does not have yet. */
export interface Pending {
  /** `000001.sql`, as graphile-migrate records it. */
  filename: string;
  path: string;
  hash: string;
  previousHash: string | null;
  body: string;
  /** Begins with `--! no-transaction`: it is one statement, and goes before the others. */
  isAlone: boolean;
}

/**
 * Reads committed migrations, and checks that they are unchanged. graphile-migrate runs each in a transaction of its
 * own, so only what it reads and checks is used.
 * @param names as `migrationStatus` lists them
 */
export async function readPending(names: string[]): Promise<Pending[]> {
  if (names.length === 0) return [];
  // Loaded here: most starts have nothing to migrate.
  const [{ getAllMigrations }, { calculateHash }, { isNoTransactionDefined }] = await Promise.all([
    import('graphile-migrate/dist/migration.js'),
    import('graphile-migrate/dist/hash.js'),
    import('graphile-migrate/dist/header.js'),
  ]);
  const all = await getAllMigrations({ migrationsFolder } as Parameters<
    typeof getAllMigrations
  >[0]);
  return all
    .filter(({ filename }) => names.includes(filename))
    .map(({ filename, fullPath, hash, previousHash, body, allowInvalidHash }) => {
      if (calculateHash(body, previousHash) !== hash && !allowInvalidHash)
        throw new MigrationError(
          `${basename(fullPath)} is not as it was committed (its hash is another one): restore it.`,
        );
      const isAlone = isNoTransactionDefined(body);
      return { filename, path: basename(fullPath), hash, previousHash, body, isAlone };
    });
}

/** Runs those that cannot be part of a transaction, such as building an index while calls go on. They can be repeated. */
export async function runAlone(url: string, pending: Pending[]): Promise<void> {
  const alone = pending.filter(({ isAlone }) => isAlone);
  if (alone.length === 0) return;
  await withClient(url, 'migrate', async (client) => {
    for (const one of alone) await run(client, one);
  });
}

/** Runs the others in the transaction that is open, and records all. */
export async function runTogether(client: pg.Client, pending: Pending[]): Promise<void> {
  for (const one of pending) {
    if (!one.isAlone) await run(client, one);
    await client.query(
      'insert into graphile_migrate.migrations (hash, previous_hash, filename) values ($1, $2, $3)',
      [one.hash, one.previousHash, one.filename],
    );
  }
}

async function run(client: pg.Client, { body, path }: Pending): Promise<void> {
  try {
    await client.query(body);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { code, message, position } = error;
    const line = position
      ? `:${[...body].slice(0, Number(position)).join('').split('\n').length}`
      : '';
    throw new MigrationError(`migrations/committed/${path}${line}\nERROR ${code}: ${message}`, {
      cause: error,
    });
  }
}
