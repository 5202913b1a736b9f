import type { Logger } from 'pino';
import { type Binaries, bundledBinaries, bundledPackage } from './binaries.ts';
import { findOnMachine, machineBinaries } from './machine.ts';
import { EmbeddedError, type OsUser } from './os-user.ts';

/** `PG_BIN` when the bundled programs are to be used. */
export const bundled = 'bundled';

/** Looked at only when it is its turn. */
type Candidate = () => Binaries;

/**
 * The programs that may run PostgreSQL, best first: those that PG_BIN names and no others; without it those of this
 * machine, which are built for speed, then the bundled ones.
 * @param pgBin `bundled`, a folder, or undefined
 * @throws EmbeddedError when PG_BIN names none
 */
export function candidates(
  pgBin: string | undefined,
  user: OsUser | undefined,
  log: Logger,
): Candidate[] {
  const ours: Candidate = () => bundledBinaries(user, log);
  if (pgBin === bundled) return [ours];
  if (pgBin !== undefined) {
    const named = namedBinaries(pgBin, user);
    return [() => named];
  }
  const { binaries, refused } = findOnMachine(user);
  for (const { reason } of refused)
    log.info({ reason }, 'a PostgreSQL of this machine is not used');
  if (!binaries) return [ours];
  return [() => binaries, ...(bundledPackage() ? [ours] : [])];
}

function namedBinaries(pgBin: string, user: OsUser | undefined): Binaries {
  try {
    return machineBinaries(pgBin, user);
  } catch (error) {
    if (!(error instanceof EmbeddedError)) throw error;
    throw new EmbeddedError(
      `PG_BIN="${pgBin}": ${error.message} Set it to another folder, to "${bundled}" for the PostgreSQL that comes ` +
        'with Insula, or leave it out.',
      { cause: error },
    );
  }
}

/**
 * Takes the first of the candidates with which `attempt` succeeds.
 * @throws EmbeddedError the fault of the last one
 */
export async function firstThatWorks<T>(
  all: readonly Candidate[],
  log: Logger,
  attempt: (binaries: Binaries) => Promise<T>,
): Promise<{ binaries: Binaries; result: T }> {
  const [first, ...others] = all;
  if (!first) throw new EmbeddedError('There is no PostgreSQL to start.');
  try {
    const binaries = first();
    return { binaries, result: await attempt(binaries) };
  } catch (error) {
    if (!(error instanceof EmbeddedError) || others.length === 0) throw error;
    log.warn({ reason: error.message }, 'a PostgreSQL of this machine is not used');
    return firstThatWorks(others, log, attempt);
  }
}
