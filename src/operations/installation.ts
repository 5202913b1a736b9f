import type { InstallationLook } from '../db/questions.ts';
import { ApiError } from '../ground/errors.ts';

/** So long an answer of the database is good. From then on it is asked again, beside the requests. */
const freshMs = 2_000;
/** So long an answer is used while the next one is on its way; a request that finds an older one waits. */
const usableMs = 4_000;
const retrySeconds = 30;

/**
 * The settings of the whole installation, as far as requests need them in memory. The database knows, so that it
 * holds for every process within seconds; a process without requests asks nothing.
 */
export class Installation {
  private readonly ask: () => Promise<InstallationLook>;
  private known: InstallationLook | undefined;
  private knownAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<InstallationLook> | undefined;

  constructor(ask: () => Promise<InstallationLook>) {
    this.ask = ask;
  }

  /** The settings as they were a few seconds ago at most. */
  current(): InstallationLook | Promise<InstallationLook> {
    const age = performance.now() - this.knownAt;
    if (age < freshMs) return this.known as InstallationLook;
    const looking = this.look();
    if (age >= usableMs) return looking;
    // The next request that needs a newer answer hears of a failure.
    looking.catch(() => {});
    return this.known as InstallationLook;
  }

  /**
   * For a change by a tenant's request.
   * @returns a promise only if the answer that is known is too old
   * @throws 503 while the installation is read-only
   */
  requireWritable(): void | Promise<void> {
    const current = this.current();
    if (current instanceof Promise) return current.then(refuseReadOnly);
    refuseReadOnly(current);
  }

  /** The settings were changed by this process: it asks again at once. */
  forget(): void {
    this.knownAt = Number.NEGATIVE_INFINITY;
    this.looking = undefined;
  }

  private look(): Promise<InstallationLook> {
    if (this.looking) return this.looking;
    const askedAt = performance.now();
    const looking = this.ask().then((found) => {
      if (this.looking !== looking) return found;
      this.known = found;
      this.knownAt = askedAt;
      return found;
    });
    this.looking = looking;
    const end = () => {
      if (this.looking === looking) this.looking = undefined;
    };
    looking.then(end, end);
    return looking;
  }
}

function refuseReadOnly({ read_only }: InstallationLook): void {
  if (!read_only) return;
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'The operator has made this installation read-only for now. Nothing was written; reads still work. Try again later.',
    { retry_after: retrySeconds, details: { read_only: true } },
  );
}
