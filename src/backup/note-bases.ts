import type { Query } from '../db/ask.ts';
import type { BackupConfig } from '../ground/config/backup.ts';
import { openDestination } from './destination.ts';
import { readHoldings } from './layout.ts';

/**
 * Notes the base backups of the destination for GET /admin/backups: those that no request has asked for, and those that retention
 * has removed. Whatever was missed is noted the next time.
 */
export async function noteBases({ to }: BackupConfig, query: Query): Promise<void> {
  const destination = await openDestination(to);
  const { chains } = await readHoldings(destination);
  // A destination without anything is one that is away, or a new one.
  if (chains.length === 0) return;
  const bases = chains.flatMap((chain) => chain.bases);
  const unasked = bases
    .filter(({ reason }) => reason !== 'api')
    .map(({ id, chain, reason, finished_at, encrypted, tar: { bytes, checksum } }) => ({
      ...{ id, chain, reason, finished_at, encrypted, bytes, checksum },
    }));
  await query('select worker.bases_note($1, $2)', [destination.name, JSON.stringify(unasked)]);
  await query('select worker.bases_expire($1)', [bases.map(({ id }) => id)]);
}
