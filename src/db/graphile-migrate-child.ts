import { chmod, glob } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Request } from './graphile-migrate.ts';
import { addressed } from './session.ts';

/** `migrations/` of this repository. */
export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

const lockMessage = 'Failed to get exclusive lock';

/** The process that graphile-migrate.ts starts: one request on standard input, exit code 0 or 1. */
async function main(): Promise<void> {
  const request: Request = JSON.parse(await text(process.stdin));
  pg.Pool = AddressedPool;
  const gm = await import('graphile-migrate');
  const settings = {
    connectionString: request.url,
    migrationsFolder,
    databaseOwner: 'insula_owner',
    blankMigrationContent:
      '-- The migration in progress: repeatable until `insula migrate new` commits it.\n',
  };
  if (request.command === 'commit') {
    const { shadowUrl: shadowConnectionString, rootUrl: rootConnectionString, message } = request;
    await gm.commit({ ...settings, shadowConnectionString, rootConnectionString }, message);
    // graphile-migrate leaves them read-only for their owner, which breaks images built for another user.
    for await (const file of glob(`${migrationsFolder}/committed/*.sql`)) await chmod(file, 0o644);
    return;
  }
  await whenUnlocked(() =>
    request.command === 'current' ? gm.watch(settings, true) : gm.migrate(settings),
  );
}

/** graphile-migrate makes its pools itself, from just an address. */
class AddressedPool extends pg.Pool {
  constructor({ connectionString = '', ...rest }: pg.PoolConfig = {}) {
    super({ ...rest, ...addressed(connectionString) });
  }
}

/** graphile-migrate does not wait for another migrator but fails at once: try again for a minute. */
async function whenUnlocked(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run();
      return;
    } catch (error) {
      if (!(error as Error).message.includes(lockMessage) || attempt === 120) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

if (import.meta.main) {
  main().then(
    () => process.exit(0),
    (error) => {
      if (!error._gmlogged) console.error(error._gmMessageOverride ?? error.message);
      process.exit(1);
    },
  );
}
