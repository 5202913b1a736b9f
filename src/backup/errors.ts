/** A backup or a restore that cannot go on. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A file is not there, or not any more: a part of WAL goes when its segment is stored. */
export class MissingError extends BackupError {}

/** The stored bytes may be whole: they are encrypted, and the identity for it is not there. */
export class IdentityError extends BackupError {}
