import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import type { Config } from '../../ground/config/config.ts';
import type { BackupsStanding, WorkerStanding } from '../../pulse/standing.ts';
import { shared } from './queue-metrics.ts';

/** The answer of app.vitals. */
interface Vitals {
  now: number;
  workers: { alive: number; silent: number; stuck: number };
  housekeeping: number | null;
  xid_age: number;
  xmin: number;
  xmax: number;
  open: number | null;
  /** Of ENCRYPTION_KEY: how many are in force, and how many secrets are sealed with another one than the present. */
  keys: { in_force: number; old_secrets: number | null };
  slots: Record<string, number>;
  /** Kept: see worker.figures_count. */
  figures: { tenants?: Labelled; storage?: Labelled; backup?: Labelled };
}

type Labelled = Record<string, number>;

/** An answer, and by how much the clock of the database is ahead of this process, in seconds. */
interface Found extends Vitals {
  skew: number;
  oldest: number;
}

interface Asking {
  /** app.vitals, as json text. */
  vitals(): Promise<string>;
  /** Of the database, in bytes. */
  size(): Promise<number>;
  /** Folders on the disks of this machine, by what lies there. */
  disks: Record<string, string>;
  standing: WorkerStanding | undefined;
}

/** The size takes a look at each file. */
const sizeGoodForMs = 60_000;
/** How long that may take. */
export const sizeMs = 10_000;

/** Where this process keeps something itself: an embedded PostgreSQL, and the bytes of files unless they are in S3. */
export const disksOf = ({ dataDir, databaseUrl, s3 }: Config): Record<string, string> => ({
  ...(databaseUrl ? {} : { database: join(dataDir, 'postgres') }),
  ...(s3 ? {} : { files: join(dataDir, 'files') }),
});

/** How the database, its workers, and the disks of this machine are. Figures that cannot be read are left out. */
export function addVitalMetrics(
  registry: Registry,
  { vitals, size, disks, standing }: Asking,
): void {
  const look = shared(timed(vitals));
  const sized = shared(size, sizeGoodForMs);
  const gauge = <Name extends string, T>(
    name: string,
    help: string,
    labelNames: Name[],
    ask: () => Promise<T>,
    set: (own: Gauge<Name>, found: T) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const found = await ask().catch(() => undefined);
        if (found !== undefined) set(this, found);
        // One with labels has no values after the reset, and refuses this.
        else if (labelNames.length === 0) this.remove();
      },
    });
  const kept = (name: string, help: string, label: string, figure: 'tenants' | 'storage') =>
    gauge(name, help, [label], look, (own, { figures }) => {
      for (const [value, number] of Object.entries(figures[figure] ?? {}))
        own.set({ [label]: value }, number);
    });
  gauge(
    'insula_workers',
    'Processes that work: alive (heard of within 30 seconds), silent (killed, or hanging, within a day), stuck (alive, with lanes that do not turn)',
    ['state'],
    look,
    (own, { workers }) => {
      for (const [state, count] of Object.entries(workers)) own.set({ state }, count);
    },
  );
  gauge(
    'insula_housekeeping_age_seconds',
    'How long ago the hourly housekeeping last went through as a whole',
    [],
    look,
    (own, { housekeeping }) => own.set(housekeeping ?? Number.NaN),
  );
  gauge(
    'insula_db_clock_skew_seconds',
    'By how much the clock of the database is ahead of the one of this process',
    [],
    look,
    (own, { skew }) => own.set(skew),
  );
  gauge(
    'insula_db_xid_age',
    'Transactions since the oldest that is not frozen, of the database of the server where it is most: PostgreSQL stops at two thousand million',
    [],
    look,
    (own, { xid_age }) => own.set(xid_age),
  );
  gauge(
    'insula_db_oldest_transaction_seconds',
    'How long, at least, the oldest transaction of the server that writes has been open: feeds wait for it',
    [],
    look,
    (own, { oldest }) => own.set(oldest),
  );
  gauge(
    'insula_feed_lag_seconds',
    'For how long, at most, changes have been committed that feeds do not show yet: until every transaction that began before has ended',
    [],
    look,
    // The oldest one holds up nothing where no other has begun to write since.
    (own, { oldest, xmin, xmax }) => own.set(xmax > xmin + 1 ? oldest : 0),
  );
  kept('insula_tenants', 'Tenants by status, counted every ten minutes', 'status', 'tenants');
  kept(
    'insula_storage_bytes',
    'Bytes of all tenants, counted every ten minutes: files as quotas count them, and snapshots (backups)',
    'kind',
    'storage',
  );
  gauge(
    'insula_backup_last_success_timestamp_seconds',
    'When the newest backup was completed: full is a base backup of the installation, tenant and schema are snapshots of any tenant',
    ['type'],
    look,
    (own, { figures }) => {
      for (const [type, at] of Object.entries(figures.backup ?? {})) own.set({ type }, at);
      const at = standing?.backups?.lastBaseAt;
      if (at !== undefined) own.set({ type: 'full' }, at / 1000);
    },
  );
  gauge(
    'insula_db_replication_slot_lag_bytes',
    'Bytes of the write-ahead log kept for a replication slot',
    ['slot'],
    look,
    (own, { slots }) => {
      for (const [slot, bytes] of Object.entries(slots)) own.set({ slot }, bytes);
    },
  );
  gauge(
    'insula_seal_old_keys',
    'Secrets that are sealed with another ENCRYPTION_KEY than the present one, when they were last counted: every ten minutes while it is replaced',
    [],
    look,
    (own, { keys }) => own.set(keys.old_secrets ?? Number.NaN),
  );
  gauge(
    'insula_db_bytes',
    'Bytes of the database, read once a minute at most',
    [],
    sized,
    (own, bytes) => own.set(bytes),
  );
  gauge(
    'insula_disk_free_bytes',
    'Free disk space of this machine, by use: the embedded database, files',
    ['disk'],
    () => freeOf(disks),
    (own, free) => {
      for (const [disk, bytes] of free) own.set({ disk }, bytes);
    },
  );
  if (standing) {
    addLanes(registry, standing);
    addBackups(registry, standing, look);
  }
}

async function freeOf(disks: Record<string, string>): Promise<[disk: string, bytes: number][]> {
  const looks = Object.entries(disks).map(async ([disk, folder]) => {
    const { bavail, bsize } = await statfs(folder);
    return [disk, bavail * bsize] as [string, number];
  });
  const found = await Promise.allSettled(looks);
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

function addLanes(registry: Registry, standing: WorkerStanding): void {
  new Gauge({
    name: 'insula_worker_lane_stuck',
    help: '1 for each lane of the worker of this process that does not turn any more',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      this.reset();
      const stuck = standing.worker?.stuck() ?? [];
      for (const lane of standing.worker?.lanes ?? [])
        this.set({ lane }, Number(stuck.includes(lane)));
    },
  });
}

/** The backups of the installation, where this process makes them. */
function addBackups(
  registry: Registry,
  standing: WorkerStanding,
  look: () => Promise<Pick<Vitals, 'slots'>>,
): void {
  const gauge = <Name extends string>(
    name: string,
    help: string,
    labelNames: Name[],
    set: (own: Gauge<Name>, backups: BackupsStanding) => Promise<void> | void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // One without labels has a value after the reset.
        if (labelNames.length === 0) this.remove();
        if (standing.backups) await set(this, standing.backups);
      },
    });
  gauge(
    'insula_backup_verified_timestamp_seconds',
    'When a base backup of the installation was last verified, whatever the result',
    [],
    (own, { verifiedAt }) => {
      if (verifiedAt !== undefined) own.set(verifiedAt / 1000);
    },
  );
  gauge(
    'insula_backup_wal_lag_seconds',
    'For how long there has been WAL that is not stored at BACKUP_TO, within BACKUP_PART_SECONDS',
    [],
    (own, { caughtUpAt }) => {
      if (caughtUpAt !== undefined) own.set((Date.now() - caughtUpAt) / 1000);
    },
  );
  gauge(
    'insula_backup_wal_lag_bytes',
    'Bytes of WAL that are not stored at BACKUP_TO',
    [],
    async (own) => {
      const bytes = (await look().catch(() => undefined))?.slots.insula_backup;
      if (bytes !== undefined) own.set(bytes);
    },
  );
  gauge(
    'insula_backup_destination_up',
    '1 while BACKUP_TO takes backups, 0 while it does not',
    [],
    (own, { isDestinationUp }) => own.set(Number(isDestinationUp)),
  );
}

/** Adds what the clocks and the transactions of two looks say together. */
function timed(ask: () => Promise<string>): () => Promise<Found> {
  let seen: { xmin: number; at: number } | undefined;
  return async () => {
    const asked = Date.now();
    const found: Vitals = JSON.parse(await ask());
    const skew = (found.now - (asked + Date.now()) / 2) / 1000;
    // A transaction that was also the oldest at an earlier look has been open since then at least.
    const isOpen = found.xmin < found.xmax;
    if (!isOpen || seen?.xmin !== found.xmin) seen = { xmin: found.xmin, at: performance.now() };
    const known = isOpen ? (performance.now() - seen.at) / 1000 : 0;
    return { ...found, skew, oldest: Math.max(known, found.open ?? 0) };
  };
}
