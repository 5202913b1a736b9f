import type { InstallationLook } from '../db/questions.ts';
import { KeptAnswer } from '../ground/concurrency/kept-answer.ts';
import { ApiError } from '../ground/errors.ts';

const retrySeconds = 30;

/**
 * The settings of the whole installation, as far as requests need them in memory. The database knows, so that it
 * holds for every process within seconds.
 */
export class Installation {
  private readonly kept: KeptAnswer<InstallationLook>;

  constructor(ask: () => Promise<InstallationLook>) {
    this.kept = new KeptAnswer(ask);
  }

  /** The settings as they were a few seconds ago at most. */
  current(): InstallationLook | Promise<InstallationLook> {
    return this.kept.current();
  }

  /**
   * For a tenant's request.
   * @param isChange it changes something
   * @returns a promise only if the answer that is known is too old
   * @throws 503 while the tenant's shard is offline, and for a change while it or the installation is read-only
   */
  requireOpen(isChange: boolean): void | Promise<void> {
    const current = this.kept.current();
    if (current instanceof Promise) return current.then((found) => refuse(found, isChange));
    refuse(current, isChange);
  }

  /** The settings were changed by this process: it asks again at once. */
  forget(): void {
    this.kept.forget();
  }
}

function refuse({ read_only, shard }: InstallationLook, isChange: boolean): void {
  if (shard === 'offline')
    throw unavailable('The operator has taken this shard offline for now. Try again later.', {
      shard,
    });
  if (!isChange) return;
  if (read_only)
    throw unavailable(
      'The operator has made this installation read-only for now. Nothing was written; reads still work. Try again later.',
      { read_only },
    );
  if (shard === 'readonly')
    throw unavailable(
      'The operator has made this shard read-only for now. Nothing was written; reads still work. Try again later.',
      { shard },
    );
}

const unavailable = (message: string, details: object): ApiError =>
  new ApiError('SERVICE_UNAVAILABLE', message, { retry_after: retrySeconds, details });
