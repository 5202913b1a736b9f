import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { House } from '../db/call.ts';
import type { ApiError } from '../ground/errors.ts';
import type { RequestContext } from './context.ts';

declare module './services.ts' {
  interface Services {
    /** Notes refused calls of platform keys. */
    refusals: Refusals;
  }
}

const mostKeptInMind = 1_000;
/** A key that tries the same again within this time is noted once. */
const onceIn = 60_000;

/**
 * Notes in the operator's audit log what a platform key was refused with 403. The same operation of a key is noted once a
 * minute in this process, and the database keeps at most 100 of a key in an hour: a key cannot fill the table.
 */
export class Refusals {
  private readonly noted = new LRUCache<string, true>({ max: mostKeptInMind, ttl: onceIn });
  private readonly gateway: Pick<House, 'platformRefused'>;
  private readonly log: Logger;

  constructor(gateway: Pick<House, 'platformRefused'>, log: Logger) {
    this.gateway = gateway;
    this.log = log;
  }

  /**
   * @param ctx with the key that calls
   * @param operation if it is not that of the route
   */
  async note(
    { operator, route, ip, requestId, userAgent, about }: RequestContext,
    { status, code, extras }: ApiError,
    operation = route?.id ?? 'metrics',
  ): Promise<void> {
    if (!operator || status !== 403) return;
    const again = `${operator.id} ${operation} ${code}`;
    if (this.noted.has(again)) return;
    this.noted.set(again, true);
    const { required } = (extras.details ?? {}) as { required?: string };
    try {
      await this.gateway.platformRefused({
        actor_id: operator.id,
        actor_label: operator.label,
        ...(about ? { tenant_id: about } : {}),
        operation,
        after: { code, ...(required ? { required } : {}) },
        ip,
        user_agent: userAgent,
        request_id: requestId,
      });
    } catch (err) {
      this.log.warn({ err, operation, platform_key: operator.id }, 'a refusal could not be noted');
    }
  }
}
