import type { BackupConfig } from '../ground/config/backup.ts';

/** The job of the process that runs backups. */
export interface BackupJob {
  config: BackupConfig;
  /** Of the role that replicates. */
  url: string;
  /** How often the database has gone back in time. */
  rewinds: number;
  /** Whether this DATA_DIR has stored something at this destination before. */
  isKnown: boolean;
}

export type ToBackups = { type: 'begin'; job: BackupJob } | { type: 'stop' };

export type FromBackups =
  | {
      type: 'begun';
      chain: string;
      isNew: boolean;
      lastBaseAt: string | undefined;
      verifiedAt: string | undefined;
    }
  /** No WAL waits to be stored. */
  | { type: 'caught_up' }
  | { type: 'base'; id: string; bytes: number; seconds: number }
  | { type: 'pruned'; files: number }
  | { type: 'failed'; reason: string };
