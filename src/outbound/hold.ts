import type { OutboundLook } from '../db/questions.ts';
import { ApiError } from '../ground/errors.ts';

/** How long an answer of the database is good for. */
const goodForMs = 1_000;

/** Nothing leaves for now: the request, or what it asked for, was not sent. */
export class UnsentError extends ApiError {}

/**
 * Nothing leaves the installation for now. Queued work waits; a request that needs another server is refused with that
 * reason.
 */
export class HeldError extends UnsentError {
  constructor() {
    super(
      'SERVICE_UNAVAILABLE',
      'Nothing leaves this installation for now: its operator holds all calls to other servers ("insula outbound release" ends that).',
      { retry_after: 60, details: { outbound: 'held' } },
    );
  }
}

/** Nothing leaves this tenant, which may be a copy of another. Unlike what is held, what it would have sent is never sent. */
export class MutedError extends UnsentError {
  constructor() {
    super(
      'INVALID_STATE',
      'Nothing leaves this tenant: its operator has set "outbound" to "off", as it is for copies (PATCH /admin/tenants/:tenant_id {"outbound": "on"} ends that).',
      { details: { outbound: 'off' } },
    );
  }
}

/**
 * Whether the operator holds what would leave the installation, or a tenant. The database knows, so that it holds for
 * every process; where it cannot be asked nothing leaves either. One question is for all tenants: those that are off are
 * kept in memory.
 */
export class OutboundHold {
  private readonly ask: (since: string | null) => Promise<OutboundLook>;
  private readonly off = new Set<string>();
  private looking: Promise<boolean> | undefined;
  private until = 0;
  private at: string | null = null;

  constructor(ask: (since: string | null) => Promise<OutboundLook>) {
    this.ask = ask;
  }

  isHeld(): Promise<boolean> {
    if (this.looking && performance.now() < this.until) return this.looking;
    this.until = performance.now() + goodForMs;
    const looking = this.look();
    this.looking = looking;
    looking.catch(() => {
      if (this.looking === looking) this.looking = undefined;
    });
    return looking;
  }

  /**
   * @param tenant whose configuration or request it is; null for the installation's own
   * @throws HeldError, MutedError
   */
  async requireOpen(tenant: string | null): Promise<void> {
    if (await this.isHeld()) throw new HeldError();
    if (tenant !== null && this.off.has(tenant)) throw new MutedError();
  }

  /** Only whether the tenant is off; what is held merely waits. @throws MutedError */
  async requireOn(tenant: string): Promise<void> {
    await this.isHeld();
    if (this.off.has(tenant)) throw new MutedError();
  }

  private async look(): Promise<boolean> {
    const { held, at, changed } = await this.ask(this.at);
    this.at = at;
    for (const [tenant, outbound] of Object.entries(changed))
      if (outbound === 'off') this.off.add(tenant);
      else this.off.delete(tenant);
    return held;
  }
}

/** For what no operator can hold: tests of the way out by itself. */
export const neverHeld = new OutboundHold(async () => ({ held: false, at: '', changed: {} }));
