import { ApiError } from '../ground/errors.ts';

/** The header that carries what a snapshot is encrypted with, or opened. It is kept nowhere. */
export const passphraseHeader = 'X-Snapshot-Passphrase';

export type InvalidReason =
  | 'not_a_snapshot'
  | 'truncated'
  | 'checksum'
  | 'unsafe_entry'
  | 'unknown_table'
  | 'unknown_column'
  | 'bad_row'
  | 'too_large';

export interface Place {
  /** The entry of the archive. */
  entry?: string;
  /** Of that entry, from 1. */
  row?: number;
}

const where = ({ entry, row }: Place): string => {
  if (entry === undefined) return '';
  return row === undefined ? ` (entry ${entry})` : ` (entry ${entry}, row ${row})`;
};

/** Tells what to do about a file, by the reason for which it is refused. */
const advice: Partial<Record<InvalidReason, string>> = {
  not_a_snapshot: ' Send a file that a download of a backup or an export of a tenant has written.',
  truncated: ' Download or copy the file again.',
  checksum: ' Download or copy the file again.',
};

export class SnapshotInvalid extends ApiError {
  readonly reason: InvalidReason;
  readonly place: Place;

  /** @param message says what is wrong, without a full stop */
  constructor(reason: InvalidReason, message: string, place: Place = {}) {
    super('SNAPSHOT_INVALID', `${message}${where(place)}.${advice[reason] ?? ''}`, {
      details: { reason, ...place },
    });
    this.name = 'SnapshotInvalid';
    this.reason = reason;
    this.place = place;
  }
}

/** It is encrypted, and what would open it was not given, or is wrong. */
export class SnapshotLocked extends ApiError {
  constructor(message: string, param?: string) {
    super('SNAPSHOT_LOCKED', message, param === undefined ? {} : { param });
    this.name = 'SnapshotLocked';
  }
}

export class SnapshotTooNew extends ApiError {
  constructor(details: { format: string; reader: number; supported: number }) {
    const message = `This snapshot needs a reader of version ${details.reader}; this server reads up to ${details.supported}. Upgrade the server first.`;
    super('SNAPSHOT_TOO_NEW', message, { details });
    this.name = 'SnapshotTooNew';
  }
}

/** The source gave what a snapshot cannot hold. Its making ends, and what was written of it is worth nothing. */
export class SnapshotFailed extends Error {
  readonly what: string;
  readonly place: Place;

  constructor(message: string, place: Place = {}) {
    super(`${message}${where(place)}.`);
    this.name = 'SnapshotFailed';
    this.what = message;
    this.place = place;
  }
}
