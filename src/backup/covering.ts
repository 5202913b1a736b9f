import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupConfig } from '../ground/config/backup.ts';
import { type Destination, openDestination } from './destination.ts';
import { BackupError } from './errors.ts';
import { endOf, type Found, findBackup } from './find.ts';
import { readHoldings } from './layout.ts';
import { headerBytes } from './lsn.ts';
import { identitiesIn } from './packing.ts';
import { connectReplication, identify, slotStart } from './replication.ts';
import { NoRoomError, requireRoom, type Sized, sized } from './room.ts';

/** The means to restore a moment beside the database. */
export interface Covered {
  destination: Destination;
  identities: string[];
  found: Sized;
}

/** Why a moment cannot be restored beside the database, and the first and last moment that could, where they are known. */
export interface NotCovered {
  reason: 'destination' | 'encrypted' | 'not_covered' | 'no_room';
  message: string;
  earliest?: string;
  latest?: string;
}

interface Asked {
  config: BackupConfig;
  dataDir: string;
  /** The free disk space that stays for the database. */
  reserveBytes: number;
  /** Of the role that replicates. */
  url: string;
}

const lookMs = 250;
/** How long WAL may take to be stored, in its usual time. */
const patience = { partsMost: 3, leastMs: 30_000 };

/** Whether the backups of the running server can bring a moment that has passed back beside it. */
export async function coverOf(
  asked: Asked,
  moment: Date,
  signal?: AbortSignal,
): Promise<Covered | NotCovered> {
  const { config } = asked;
  if (config.recipients.length > 0 && config.identityFile === undefined)
    return {
      reason: 'encrypted',
      message: 'The backups are encrypted, and BACKUP_IDENTITY_FILE is not set.',
    };
  try {
    const destination = await openDestination(config.to);
    const identities = identitiesIn(config.identityFile);
    const found = await find(asked, destination, moment, signal);
    if ('reason' in found) return found;
    const whole = await sized({ destination, identities }, found);
    await requireRoom(asked.dataDir, whole, asked.reserveBytes);
    return { destination, identities, found: whole };
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = error instanceof NoRoomError ? 'no_room' : 'destination';
    return { reason, message: (error as Error).message };
  }
}

async function find(
  asked: Asked,
  destination: Destination,
  moment: Date,
  signal: AbortSignal | undefined,
): Promise<Found | NotCovered> {
  const holdings = await readHoldings(destination);
  const usable = holdings.chains.filter(({ bases }) => bases.length > 0);
  const [first] = usable[0]?.bases ?? [];
  const last = usable.at(-1);
  const range = {
    ...(first ? { earliest: first.finished_at } : {}),
    ...(last ? { latest: new Date(endOf(last)).toISOString() } : {}),
  };
  const isAtEnd = last?.chain.ended_at === undefined && last && moment.getTime() > endOf(last);
  if (isAtEnd && (await untilStored(asked, signal)))
    return findBackup(await readHoldings(destination), destination.name, 'latest');
  try {
    return findBackup(holdings, destination.name, moment);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { reason: 'not_covered', message: error.message, ...range };
  }
}

/** Waits until all that is written by now is stored: then every moment up to now is. @returns whether it is */
async function untilStored({ url, config }: Asked, signal?: AbortSignal): Promise<boolean> {
  const replication = await connectReplication(url, 'restore of a moment');
  try {
    const { flushed } = await identify(replication.client);
    const most = Math.max(patience.leastMs, config.partSeconds * 1000 * patience.partsMost);
    for (let waited = 0; waited <= most; waited += lookMs) {
      const stored = await slotStart(replication.client);
      if (stored !== undefined && flushed - stored <= headerBytes) return true;
      await sleep(lookMs, undefined, { signal });
    }
    return false;
  } finally {
    await replication.close();
  }
}
