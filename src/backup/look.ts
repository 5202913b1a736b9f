import type { BackupConfig } from '../ground/config/backup.ts';
import { nameOf, openDestination } from './destination.ts';
import { type BackupStatus, statusOf } from './status.ts';

/** A status, or the reason why it could not be read. */
export interface LookedBackups extends Omit<BackupStatus, 'destination' | 'encrypted'> {
  /** Null without BACKUP_TO. */
  destination: string | null;
  encrypted: boolean | null;
  /** Why the destination, or a file there, cannot be read. */
  error: string | null;
}

/**
 * `goodForMs`: for so long a look serves others as well: it lists all files of the destination. `patienceMs`: so long a
 * destination may take.
 */
const usual = { goodForMs: 10_000, patienceMs: 8_000 };

const nothing: LookedBackups = {
  ...{ last_base_at: null, last_wal_at: null, restorable: null, lag_seconds: null, chain: null },
  ...{ destination: null, encrypted: null, last_verified_at: null, last_verify_status: null },
  error: null,
};

/** How far the backups of the installation are, as their destination says. */
export class BackupLook {
  private readonly config: BackupConfig | undefined;
  private readonly patienceMs: number;
  private readonly goodForMs: number;
  private last: { at: number; found: Promise<LookedBackups> } | undefined;
  /**
   * The one that was asked last, until it answers. A disk that hangs holds a thread of this process for each question:
   * no other one is asked meanwhile.
   */
  private asked: Promise<BackupStatus> | undefined;

  /** @param config undefined where no backups are made */
  constructor(config: BackupConfig | undefined, { patienceMs, goodForMs } = usual) {
    this.config = config;
    this.patienceMs = patienceMs;
    this.goodForMs = goodForMs;
  }

  /** Its name; undefined where no backups are made. */
  get destination(): string | undefined {
    return this.config && nameOf(this.config.to);
  }

  status(): Promise<LookedBackups> {
    const { config, last } = this;
    if (!config) return Promise.resolve(nothing);
    if (last && performance.now() - last.at < this.goodForMs) return last.found;
    const found = this.look(config);
    this.last = { at: performance.now(), found };
    return found;
  }

  private async look(config: BackupConfig): Promise<LookedBackups> {
    try {
      return await before(this.ask(config), this.patienceMs);
    } catch (error) {
      return { ...nothing, destination: nameOf(config.to), error: (error as Error).message };
    }
  }

  private ask({ to }: BackupConfig): Promise<BackupStatus> {
    this.asked ??= openDestination(to)
      .then((destination) => statusOf(destination))
      .finally(() => {
        this.asked = undefined;
      });
    return this.asked;
  }
}

/** @throws where it takes longer */
async function before<T>(asked: Promise<T>, patienceMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${patienceMs / 1000} seconds`)),
    patienceMs,
  );
  return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer));
}
