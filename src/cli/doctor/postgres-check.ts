import { pino } from 'pino';
import {
  type Binaries,
  bundledPackage,
  describeBinaries,
  major,
} from '../../db/embedded/binaries.ts';
import { bundled, candidates } from '../../db/embedded/choose.ts';
import { findOnMachine } from '../../db/embedded/machine.ts';
import { lastRunOf } from '../../db/embedded/mark.ts';
import { EmbeddedError, osUserForPostgres } from '../../db/embedded/os-user.ts';
import type { Config } from '../../ground/config/config.ts';
import { type Finding, failed, ok, warning } from './check.ts';

const name = 'PostgreSQL';
const saving = 'takes about a fifth less processor time';

/** Says whose programs run the embedded PostgreSQL, and what those that are there beside would bring. */
export function checkPostgres({ dataDir, pgBin }: Pick<Config, 'dataDir' | 'pgBin'>): Finding {
  try {
    const user = osUserForPostgres();
    const [first] = candidates(pgBin, user, pino({ level: 'silent' }));
    const used = first?.() as Binaries;
    const found = [describeBinaries(used), lastRun(dataDir, used), besides(used, pgBin)];
    const newer = newerThan(used);
    const text = found.filter((part) => part !== undefined).join('; ');
    return newer ? warning(name, text, newer) : ok(name, text);
  } catch (error) {
    if (!(error instanceof EmbeddedError)) throw error;
    return failed(name, error.message, `Install PostgreSQL ${major}, or see the message.`);
  }
}

/** Another environment, another version of Insula, or one that could not run this database. */
function lastRun(dataDir: string, { postgres }: Binaries): string | undefined {
  const last = lastRunOf(dataDir).postgres;
  if (!last || last === postgres) return undefined;
  return `the database was last run by ${last}`;
}

function besides(used: Binaries, pgBin: string | undefined): string | undefined {
  if (!used.isBundled) {
    const version = bundledPackage()?.version;
    return (
      version && `the bundled one (PG_BIN=${bundled}) is ${shortOf(version)}, built to be small`
    );
  }
  const { binaries, refused } = findOnMachine(osUserForPostgres());
  if (binaries)
    return `${describeBinaries(binaries)} ${saving}${pgBin === bundled ? ': leave out PG_BIN' : ''}`;
  const [reason] = refused.map((one) => one.reason);
  return (
    reason ??
    `a PostgreSQL ${major} of this machine ${saving} (Debian: apt-get install postgresql-${major})`
  );
}

/** The faults that a newer minor version mends are known to everyone. */
function newerThan(used: Binaries): string | undefined {
  const ours = bundledPackage()?.version;
  if (used.isBundled || !ours || minorOf(used.version) >= minorOf(ours)) return undefined;
  return (
    `The bundled PostgreSQL is newer (${shortOf(ours)}), and a minor version mends faults: update the one of this ` +
    `machine, or set PG_BIN=${bundled}.`
  );
}

/** npm's version has further parts. */
const shortOf = (version: string): string => version.split('.', 2).join('.');
const minorOf = (version: string): number => Number(version.split('.')[1]);
