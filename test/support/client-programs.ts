import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Where PostgreSQL 18 puts its programs, if they are not on the PATH. */
const folders = ['/usr/lib/postgresql/18/bin', '/opt/homebrew/opt/postgresql@18/bin'];

/**
 * The folder with the client programs of PostgreSQL 18 or newer (psql, pg_dump, pg_restore): POSTGRES_CLIENT_BIN, the PATH, or
 * where they usually are. Undefined where there are none, which is said in the output of the test.
 */
export function clientPrograms(): string | undefined {
  const { POSTGRES_CLIENT_BIN: given, PATH = '' } = process.env;
  const found = [given, ...PATH.split(':'), ...folders].find(
    (folder) => folder && versionIn(folder) >= 18,
  );
  if (!found)
    console.warn(
      'NOT TESTED: there are no client programs of PostgreSQL 18 here (pg_dump, pg_restore). Install postgresql-client-18, or set POSTGRES_CLIENT_BIN to their folder.',
    );
  return found;
}

function versionIn(folder: string): number {
  try {
    const said = execFileSync(join(folder, 'pg_restore'), ['--version'], { stdio: 'pipe' });
    return Number(/\) (\d+)/.exec(said.toString())?.[1]);
  } catch {
    return 0;
  }
}
