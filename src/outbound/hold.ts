import { ApiError } from '../ground/errors.ts';

/** How long an answer of the database is good for. */
const goodForMs = 1_000;

/**
 * Nothing leaves the installation for now. Queued work waits; a request that needs another server is refused with that
 * reason.
 */
export class HeldError extends ApiError {
  constructor() {
    super(
      'SERVICE_UNAVAILABLE',
      'Nothing leaves this installation for now: its operator holds all calls to other servers ("insula outbound release" ends that).',
      { retry_after: 60, details: { outbound: 'held' } },
    );
  }
}

/**
 * Whether the operator holds what would leave the installation. The database knows, so that it holds for every process;
 * where it cannot be asked nothing leaves either.
 */
export class OutboundHold {
  private readonly ask: () => Promise<boolean>;
  private looking: Promise<boolean> | undefined;
  private until = 0;

  constructor(ask: () => Promise<boolean>) {
    this.ask = ask;
  }

  isHeld(): Promise<boolean> {
    if (this.looking && performance.now() < this.until) return this.looking;
    this.until = performance.now() + goodForMs;
    const looking = this.ask();
    this.looking = looking;
    looking.catch(() => {
      if (this.looking === looking) this.looking = undefined;
    });
    return looking;
  }

  /** @throws HeldError */
  async requireOpen(): Promise<void> {
    if (await this.isHeld()) throw new HeldError();
  }
}

/** For what no operator can hold: tests of the way out by itself. */
export const neverHeld = new OutboundHold(async () => false);
