import type { Logger } from 'pino';
import { committedFiles, graphileMigrate } from './graphile-migrate.ts';
import { ensureRolesAt } from './roles.ts';
import { startScratch } from './scratch.ts';
import { withRole } from './urls.ts';

/**
 * Makes migrations/current.sql the next committed migration. Done on a scratch server, so no database of anyone
 * is touched and no rights are needed: the whole chain is run there from the start.
 * @returns what was created, for people
 */
export async function commitMigration(message: string, log: Logger): Promise<string> {
  const before = await committedFiles();
  const scratch = await startScratch(log);
  try {
    const url = await scratch.createDatabase('main');
    const shadowUrl = await scratch.createDatabase('shadow');
    await ensureRolesAt(url, Buffer.alloc(32), log);
    // graphile-migrate drops the shadow database and makes it again, with insula_owner as its owner.
    await graphileMigrate({
      command: 'commit',
      url: withRole(url, 'insula_owner'),
      shadowUrl: withRole(shadowUrl, 'insula_owner'),
      rootUrl: scratch.adminUrl,
      message,
    });
  } finally {
    await scratch.remove();
  }
  const made = (await committedFiles()).filter((file) => !before.includes(file));
  return `created migration ${made.join(', ')} in migrations/committed; migrations/current.sql is blank again`;
}
