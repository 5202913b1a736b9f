/** A backup or a restore that cannot go on. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
