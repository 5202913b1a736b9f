import type { Destination } from './destination.ts';
import { type Holdings, readHoldings } from './layout.ts';
import { readVerification, type Verification } from './verification.ts';

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
  /** When a backup was last verified, and the result. */
  last_verified_at: string | null;
  last_verify_status: 'passed' | 'failed' | null;
  /** Which file there cannot be used, and why. */
  error: string | null;
}

export async function statusOf(destination: Destination, now = Date.now()): Promise<BackupStatus> {
  const [holdings, verification] = await Promise.all([
    readHoldings(destination),
    readVerification(destination),
  ]);
  return describeHoldings(holdings, destination.name, now, verification);
}

export function describeHoldings(
  { chains, damaged }: Holdings,
  destination: string,
  now: number,
  verification?: Verification,
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
    // Without WAL, only the ends of base backups.
    restorable:
      first && base && chains.some(({ wal }) => wal.length > 0)
        ? { from: first.finished_at, to: latest(lastWal, base.finished_at) }
        : null,
    lag_seconds: storedAt > 0 ? Math.max(0, Math.round((now - storedAt) / 1000)) : null,
    chain: last?.chain.id ?? null,
    destination,
    encrypted: base?.encrypted ?? false,
    last_verified_at: verification?.verified_at ?? null,
    last_verify_status: verification?.status ?? null,
    error: damaged[0] ?? null,
  };
}

const latest = (a: string | null, b: string): string => (a !== null && a > b ? a : b);
