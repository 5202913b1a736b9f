import type { BackupConfig } from '../ground/config/backup.ts';

import type { Base } from './layout.ts';

/** The job of the process that runs backups. */
export interface BackupJob extends ServerJob {
  /** How often the database has gone back in time. */
  rewinds: number;
  /** Whether this DATA_DIR has stored something at this destination before. */
  isKnown: boolean;
}

/** A running server. */
export interface ServerJob {
  config: BackupConfig;
  /** Of the role that replicates. */
  url: string;
}

export type ToBackups =
  | { type: 'begin'; job: BackupJob }
  | { type: 'now'; job: ServerJob }
  | { type: 'stop' };

/** Of a process that makes one base backup. */
export type FromNow =
  | { type: 'read'; bytes: number }
  | { type: 'made'; base: Base }
  | { type: 'failed'; reason: string };

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
