import type { Destination } from './destination.ts';
import { type Holdings, readHoldings } from './layout.ts';

/** How far backups are. */
export interface BackupStatus {
  last_base_at: string | null;
  last_wal_at: string | null;
  /** The moments to which the installation can be restored. */
  restorable: { from: string; to: string } | null;
  /** Since WAL was last stored; while nothing is written, none is. */
  lag_seconds: number | null;
  chain: string | null;
  destination: string;
  encrypted: boolean;
}

export async function statusOf(destination: Destination, now = Date.now()): Promise<BackupStatus> {
  return describeHoldings(await readHoldings(destination), destination.name, now);
}

export function describeHoldings(
  { chains }: Holdings,
  destination: string,
  now: number,
): BackupStatus {
  const usable = chains.filter(({ bases }) => bases.length > 0);
  const last = usable.at(-1);
  const base = last?.bases.at(-1);
  const storedAt = Math.max(0, ...(last?.wal ?? []).map((file) => file.storedAt));
  const lastWal = storedAt > 0 ? new Date(storedAt).toISOString() : null;
  const [first] = usable[0]?.bases ?? [];
  return {
    last_base_at: base?.finished_at ?? null,
    last_wal_at: lastWal,
    restorable:
      first && base ? { from: first.finished_at, to: latest(lastWal, base.finished_at) } : null,
    lag_seconds: storedAt > 0 ? Math.max(0, Math.round((now - storedAt) / 1000)) : null,
    chain: last?.chain.id ?? null,
    destination,
    encrypted: base?.encrypted ?? false,
  };
}

const latest = (a: string | null, b: string): string => (a !== null && a > b ? a : b);
