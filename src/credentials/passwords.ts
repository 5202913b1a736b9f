import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import { Turns } from '../ground/concurrency/turns.ts';
import { lowerPoolPriority } from '../ground/machine/low-priority.ts';

/** The cost of a hash: memory in KiB, and the number of passes. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const owasp: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
const argon2id = (cost: PasswordCost) =>
  ({ type: argon2.argon2id, parallelism: 1, ...cost }) as const;
/** Enough to ride out a rush; anyone who comes later is told to come back. */
const maxWaiting = 100;

/**
 * Password hashes (argon2id in PHC form). As many are worked on at once as there are cores, the others wait in line, tenants
 * in turns, and beyond 100 of them the longest line is refused: a flood of sign-ins slows the sign-ins of its tenant.
 */
export class Passwords {
  private readonly turns: Turns;
  private readonly parameters: ReturnType<typeof argon2id>;
  private dummy: Promise<string> | undefined;
  private isPoolSlow = false;

  constructor(atOnce = availableParallelism(), cost = owasp) {
    this.parameters = argon2id(cost);
    const refusal = 'Too many sign-ins are under way.';
    this.turns = new Turns({ atOnce, maxWaiting, refusal });
  }

  /**
   * @param tenant whose turn it takes
   * @throws 429 CONCURRENCY_LIMITED
   */
  async hash(password: string, tenant: string): Promise<string> {
    return this.inLine(tenant, () => argon2.hash(normal(password), this.parameters));
  }

  /**
   * Whether it is the password of a hash. Without one it takes the time of a wrong password, and is false.
   * @throws 429 CONCURRENCY_LIMITED
   */
  async verify(hash: string | null, password: string, tenant: string): Promise<boolean> {
    this.dummy ??= argon2.hash(normal('no password of any user'), this.parameters);
    const against = hash ?? (await this.dummy);
    const isRight = await this.inLine(tenant, () => argon2.verify(against, normal(password)));
    return isRight && hash !== null;
  }

  /** Whether a hash was made with other parameters than today's. */
  isOutdated(hash: string): boolean {
    return argon2.needsRehash(hash, this.parameters);
  }

  private inLine<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    const hashing = async () => {
      const done = await work();
      if (!this.isPoolSlow) lowerPoolPriority();
      this.isPoolSlow = true;
      return done;
    };
    return this.turns.take(hashing, { tenant });
  }
}

/** However a keyboard writes an é, it is the same password. */
const normal = (password: string): string => password.normalize('NFC');
