import type { Logger } from 'pino';
import type { House } from '../db/call.ts';
import type { Caller } from './caller.ts';

interface Use {
  tenant_id?: string;
  platform_key?: string;
  handle?: string;
  session?: string;
  /** Milliseconds since 1970. */
  at: number;
  ip: string;
}

/** When keys and sessions were last used, gathered in memory and written once a minute: a read stays a read. */
export class KeyUses {
  private readonly uses = new Map<string, Use>();
  private readonly timer: NodeJS.Timeout;
  private readonly gateway: House;
  private readonly log: Logger;

  constructor(gateway: House, log: Logger, everyMs = 60_000) {
    this.gateway = gateway;
    this.log = log;
    this.timer = setInterval(() => void this.flush(), everyMs).unref();
  }

  note({ tenant, bearer }: Caller, ip: string): void {
    if ('handle' in bearer)
      this.uses.set(bearer.handle, {
        tenant_id: tenant,
        handle: bearer.handle,
        at: Date.now(),
        ip,
      });
    else if ('session' in bearer)
      this.uses.set(bearer.session, {
        tenant_id: tenant,
        session: bearer.session,
        at: Date.now(),
        ip,
      });
  }

  /** @param id of a platform key */
  noteOperator(id: string, ip: string): void {
    this.uses.set(id, { platform_key: id, at: Date.now(), ip });
  }

  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = [...this.uses.values()].map(({ at, ...use }) => ({
      ...use,
      used_at: new Date(at).toISOString(),
    }));
    this.uses.clear();
    try {
      await this.gateway.keysUsed(uses);
    } catch (error) {
      this.log.warn(
        { err: error, keys: uses.length },
        'could not write when keys and sessions were last used',
      );
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
