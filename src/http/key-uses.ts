import type { Logger } from 'pino';
import type { Gateway } from '../db/call.ts';
import type { KeyToken } from './credential.ts';

interface Use {
  token: KeyToken;
  /** Milliseconds since 1970. */
  at: number;
  ip: string;
}

/** last_used_at of keys, gathered in memory and written once a minute: a read stays a read. */
export class KeyUses {
  private readonly uses = new Map<string, Use>();
  private readonly timer: NodeJS.Timeout;
  private readonly gateway: Gateway;
  private readonly log: Logger;

  constructor(gateway: Gateway, log: Logger, everyMs = 60_000) {
    this.gateway = gateway;
    this.log = log;
    this.timer = setInterval(() => void this.flush(), everyMs).unref();
  }

  note(token: KeyToken, ip: string): void {
    this.uses.set(token.handle, { token, at: Date.now(), ip });
  }

  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = [...this.uses.values()].map(({ token, at, ip }) => ({
      tenant_id: token.tenant,
      handle: token.handle,
      used_at: new Date(at).toISOString(),
      ip,
    }));
    this.uses.clear();
    try {
      await this.gateway.keysUsed(uses);
    } catch (error) {
      this.log.warn({ err: error, keys: uses.length }, 'could not write when keys were last used');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
