import type { BackupConfig } from '../ground/config/backup.ts';
import { nameOf, openDestination } from './destination.ts';
import { type BackupStatus, statusOf } from './status.ts';

/** A status, or why there is none. */
export interface LookedBackups extends Omit<BackupStatus, 'destination' | 'encrypted'> {
  /** Null without BACKUP_TO. */
  destination: string | null;
  encrypted: boolean | null;
  /** Why the destination cannot be read. */
  error: string | null;
}

/** For so long a look serves others as well: it lists all files of the destination. */
const goodForMs = 10_000;
/** So long a destination may take. */
const patienceMs = 8_000;

const nothing: LookedBackups = {
  ...{ last_base_at: null, last_wal_at: null, restorable: null, lag_seconds: null, chain: null },
  ...{ destination: null, encrypted: null, last_verified_at: null, last_verify_status: null },
  error: null,
};

/** How far the backups of the installation are, as their destination says. */
export class BackupLook {
  private readonly config: BackupConfig | undefined;
  private last: { at: number; found: Promise<LookedBackups> } | undefined;

  /** @param config undefined where no backups are made */
  constructor(config: BackupConfig | undefined) {
    this.config = config;
  }

  /** Its name; undefined where no backups are made. */
  get destination(): string | undefined {
    return this.config && nameOf(this.config.to);
  }

  status(): Promise<LookedBackups> {
    const { config, last } = this;
    if (!config) return Promise.resolve(nothing);
    if (last && performance.now() - last.at < goodForMs) return last.found;
    const found = look(config);
    this.last = { at: performance.now(), found };
    return found;
  }
}

async function look({ to }: BackupConfig): Promise<LookedBackups> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${patienceMs / 1000} seconds`)),
    patienceMs,
  );
  const destination = await openDestination(to);
  try {
    const status = await Promise.race([statusOf(destination), late.promise]);
    return { ...status, error: null };
  } catch (error) {
    return { ...nothing, destination: destination.name, error: (error as Error).message };
  } finally {
    clearTimeout(timer);
  }
}
