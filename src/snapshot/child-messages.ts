import type { Outcome } from '../ground/concurrency/outcome.ts';
import type { S3Config } from '../ground/config/config.ts';
import type { EncryptionKeys } from '../ground/config/keys.ts';
import type { Place } from './errors.ts';
import type { Manifest, Progress } from './format.ts';
import type { Lock, Unlock } from './seal.ts';
import type { SourceOptions } from './source.ts';

/** How a child reaches database and storage. It has no environment: all of it comes as a message. */
export interface ChildMeans {
  /** The address of the database as insula_worker. */
  url: string;
  encryptionKeys: EncryptionKeys;
  dataDir: string;
  s3: S3Config | undefined;
  region: string | null;
  /** How large a snapshot from elsewhere may be when it is unpacked. */
  mostBytes: number;
}

/**
 * The target of a reading: a function of a module, called there with the parts of the child and `given`. See
 * `OpenTarget`.
 */
export interface TargetScript {
  module: string;
  name: string;
  given: unknown;
}

/** Where a snapshot is taken instead of the database: a function of a module as well. See `WithSource`. */
export type SourceScript = TargetScript;

export type ChildJob =
  | {
      type: 'write';
      tenant: string;
      options: SourceOptions;
      lock?: Lock | undefined;
      source?: SourceScript | undefined;
    }
  | {
      type: 'read';
      unlock?: Unlock | undefined;
      target?: TargetScript | undefined;
      isKnown?: boolean | undefined;
    }
  /** Out of one tenant into a target, without a file. */
  | { type: 'copy'; tenant: string; options: SourceOptions; target: TargetScript };

export type ToChild = { type: 'begin'; job: ChildJob; means: ChildMeans } | { type: 'stop' };

export type FromChild =
  | { type: 'manifest'; manifest: Manifest }
  | { type: 'progress'; progress: Progress }
  | { type: 'done'; outcome: Outcome }
  | { type: 'failed'; error: ChildError };

/** An error that is no refusal. */
export interface ChildError {
  message: string;
  stack: string;
  /** Of a SnapshotFailed: it fails again, however often it is tried. */
  failed?: { what: string; place: Place } | undefined;
}
