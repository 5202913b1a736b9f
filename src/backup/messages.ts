import type { BackupConfig } from '../ground/config/backup.ts';

import type { Base } from './layout.ts';
import type { RestoredWhole } from './verify-restore.ts';

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
  /** Insula does not run it, and stores none of its WAL. */
  isAlone?: boolean;
}

/** Backups that are restored beside the database, and examined. */
export interface VerifyJob {
  config: BackupConfig;
  dataDir: string;
  pgBin: string | undefined;
  /** In base64, ENCRYPTION_KEY first: one sealed value of each kind is opened. */
  encryptionKeys: string[];
  /** The free disk space that stays for the database. */
  reserveBytes: number;
  /** The base backup; the end of what is stored unless given. */
  base?: string | undefined;
}

export type ToBackups =
  | { type: 'begin'; job: BackupJob }
  | { type: 'now'; job: ServerJob }
  | { type: 'verify'; job: VerifyJob }
  | { type: 'stop' };

/** Of a process that has one thing to do. */
export type FromOnce =
  | { type: 'read'; bytes: number }
  | { type: 'made'; base: Base }
  | { type: 'verified'; verified: RestoredWhole }
  /** @param isDamage of the backup itself */
  | { type: 'failed'; reason: string; isDamage?: boolean };

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
