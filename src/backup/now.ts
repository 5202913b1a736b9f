import { makeBase } from './base.ts';
import type { Destination } from './destination.ts';
import { BackupError } from './errors.ts';
import { type Base, readHoldings } from './layout.ts';
import type { Packing } from './packing.ts';
import { connectReplication, identify } from './replication.ts';

export interface NowJob {
  /** Of the role that replicates. */
  url: string;
  destination: Destination;
  packing: Packing;
  rateMb: number;
  /** `command` or `api`. */
  reason: string;
  signal?: AbortSignal;
  onBytes?: (bytes: number) => void;
}

/** Adds a base backup to the chain of a running server. @throws BackupError where it has none */
export async function backUpNow(job: NowJob): Promise<Base> {
  const replication = await connectReplication(job.url, 'backup now');
  const system = await identify(replication.client).finally(() => replication.close());
  const { chains } = await readHoldings(job.destination);
  const open = chains.findLast(
    ({ chain }) =>
      chain.ended_at === undefined &&
      chain.system_identifier === system.systemIdentifier &&
      chain.timeline === system.timeline,
  );
  if (!open)
    throw new BackupError(
      `The server stores no WAL at ${job.destination.name} yet: see its log, and whether BACKUP_TO is set for it.`,
    );
  return makeBase(job, open.chain);
}
