import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { type Binaries, bundledBinaries } from '../../src/db/embedded/binaries.ts';
import { findOnMachine, machineBinaries } from '../../src/db/embedded/machine.ts';
import { osUserForPostgres } from '../../src/db/embedded/os-user.ts';
import { temporaryFolder } from './folder.ts';

export const postgresUser = osUserForPostgres();
export const bundledPostgres = () => bundledBinaries(postgresUser, pino({ level: 'silent' }));

/**
 * A second PostgreSQL, laid out as Debian lays it out: the bundled programs again, in another folder. Its libraries are
 * links, so that some can be left out, and others be there.
 */
export async function copyOfPostgres({
  without = [],
  libraries = {},
}: {
  without?: string[];
  /** By name: which of those that are there it is. */
  libraries?: Record<string, string>;
} = {}): Promise<Binaries> {
  const from = dirname(bundledPostgres().folder);
  const to = join(await temporaryFolder(), 'usr', 'lib', 'postgresql', '18');
  // The programs themselves: PostgreSQL follows links before it looks for its other files.
  await cp(join(from, 'bin'), join(to, 'bin'), { recursive: true });
  await symlink(join(from, 'share'), join(to, 'share'));
  await mkdir(join(to, 'lib', 'postgresql'), { recursive: true });
  for (const folder of ['lib', 'lib/postgresql'])
    for (const name of await readdir(join(from, folder)))
      if (name !== 'postgresql' && !without.includes(name.replace(/\..*/, '')))
        await symlink(join(from, folder, name), join(to, folder, name));
  for (const [name, like] of Object.entries(libraries))
    await symlink(join(from, 'lib/postgresql', like), join(to, 'lib/postgresql', name));
  return machineBinaries(join(to, 'bin'), postgresUser);
}

/** The PostgreSQL of this machine; where there is none, a copy of the bundled one. */
export async function otherPostgres(): Promise<Binaries> {
  const { PG_BIN } = process.env;
  if (PG_BIN?.startsWith('/')) return machineBinaries(PG_BIN, postgresUser);
  return findOnMachine(postgresUser).binaries ?? (await copyOfPostgres());
}
