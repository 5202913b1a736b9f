import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import { ApiError } from '../http/errors.ts';
import { lowerPoolPriority } from '../low-priority.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = {
  type: argon2.argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;
/** Enough to ride out a rush; whoever comes later is told to come back. */
const maxWaiting = 100;

/**
 * Password hashes (argon2id in PHC form). As many are worked on at once as there are cores, the others wait in line,
 * and beyond 100 of them are refused: a flood of sign-ins slows sign-ins, not the rest.
 */
export class Passwords {
  private running = 0;
  private readonly waiting: Array<() => void> = [];
  private readonly atOnce: number;
  private dummy: Promise<string> | undefined;
  private isPoolSlow = false;

  constructor(atOnce = availableParallelism()) {
    this.atOnce = atOnce;
  }

  /** @throws 429 CONCURRENCY_LIMITED */
  async hash(password: string): Promise<string> {
    return this.inLine(() => argon2.hash(normal(password), parameters));
  }

  /**
   * Whether it is the password of a hash. Without one it takes the time of a wrong password, and is false.
   * @throws 429 CONCURRENCY_LIMITED
   */
  async verify(hash: string | null, password: string): Promise<boolean> {
    this.dummy ??= this.hash('no password of anybody');
    const against = hash ?? (await this.dummy);
    const isRight = await this.inLine(() => argon2.verify(against, normal(password)));
    return isRight && hash !== null;
  }

  /** Whether a hash was made with other parameters than today's. */
  isOutdated(hash: string): boolean {
    return argon2.needsRehash(hash, parameters);
  }

  private async inLine<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= maxWaiting) {
        throw new ApiError(
          'CONCURRENCY_LIMITED',
          'Too many sign-ins are under way. Repeat in a moment.',
          { retry_after: 2 },
        );
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running++;
    }
    try {
      const done = await work();
      if (!this.isPoolSlow) lowerPoolPriority();
      this.isPoolSlow = true;
      return done;
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** However a keyboard writes an é, it is the same password. */
const normal = (password: string): string => password.normalize('NFC');
