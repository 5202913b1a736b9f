import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { withClient } from './client.ts';
import { migrationsFolder } from './graphile-migrate-child.ts';

const child = fileURLToPath(new URL('./graphile-migrate-child.ts', import.meta.url));

/** A command for graphile-migrate; the child reads it from its standard input. */
export type Request =
  | { command: 'migrate' | 'current'; url: string }
  | { command: 'commit'; url: string; shadowUrl: string; rootUrl: string; message: string };

/** A migration failed. The message is what graphile-migrate printed: file, line and caret. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Runs graphile-migrate in a process of its own, because its pool calls `process.exit` when a connection breaks.
 * The address travels by standard input: arguments and environment could be read by others.
 * @returns what it printed
 */
export function graphileMigrate(request: Request): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child], {
    env: { NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  let output = '';
  run.stdout.on('data', (text) => (output += text));
  run.stderr.on('data', (text) => (output += text));
  run.on('error', reject);
  run.on('close', (code) => {
    if (code === 0) resolve(output);
    else reject(new MigrationError(output.trim() || `graphile-migrate ended with code ${code}`));
  });
  run.stdin.end(JSON.stringify(request));
  return promise;
}

export interface MigrationStatus {
  /** Committed migrations that the database has, in order: `000001.sql`. */
  applied: string[];
  /** Committed migrations that it does not have yet. */
  pending: string[];
  /** Whether migrations/current.sql holds anything but comments. */
  hasCurrent: boolean;
  /** Migrations of the database that this checkout does not know: the database is newer. */
  unknown: string[];
}

/** Compares migrations/committed with what the database has. Reads only; @param at the migrating role, or its connection. */
export async function migrationStatus(at: string | pg.Client): Promise<MigrationStatus> {
  const files = await committedFiles();
  const applied = await (typeof at === 'string'
    ? withClient(at, 'migrate', appliedMigrations)
    : appliedMigrations(at));
  return {
    applied,
    pending: files.filter((file) => !applied.includes(file)),
    unknown: applied.filter((file) => !files.includes(file)),
    hasCurrent: await hasCurrent(),
  };
}

/** Numbers of the committed migrations, as graphile-migrate records them: `000001-users.sql` is `000001.sql`. */
export async function committedFiles(): Promise<string[]> {
  const names = await readdir(`${migrationsFolder}/committed`).catch(() => []);
  return names
    .filter((name) => /^\d+(-.*)?\.sql$/.test(name))
    .map((name) => name.replace(/^(\d+).*/, '$1.sql'))
    .sort();
}

async function hasCurrent(): Promise<boolean> {
  const text = await readFile(`${migrationsFolder}/current.sql`, 'utf8').catch(() => '');
  return text.replace(/--.*$/gm, '').trim() !== '';
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(
    `select to_regclass('graphile_migrate.migrations') as name`,
  );
  if (!tables[0].name) return [];
  const { rows } = await client.query(
    'select filename from graphile_migrate.migrations order by 1',
  );
  return rows.map((row) => row.filename);
}
