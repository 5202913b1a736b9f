import { ApiError } from '../ground/errors.ts';

/** Shorter than the 40 seconds after which other processes count this one as stopped: app.key_holders_without. */
const lastsMs = 30_000;

/** A moment by two clocks: one stands still while a machine is suspended, the other one may be set back. */
interface Moment {
  steady: number;
  wall: number;
}

/**
 * The right of a process to seal secrets. It ends by itself: a process that stood still for a while (SIGSTOP, a suspended
 * machine) cannot know whether its key was taken out of force, until the database has said so.
 */
export class SealingRight {
  private since: Moment = now();

  /** @param asked when the database was asked that has confirmed it: `SealingRight.now()` before the question */
  renew(asked: Moment): void {
    this.since = asked;
  }

  /** @throws ApiError 503 */
  require(): void {
    const { steady, wall } = now();
    if (Math.max(steady - this.since.steady, wall - this.since.wall) < lastsMs) return;
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'This process has not reached the database for a while: it seals no secret until it knows that its ENCRYPTION_KEY is still in force. Try again.',
      { retry_after: 2 },
    );
  }

  static now(): Moment {
    return now();
  }
}

function now(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}
