import type { Standing } from '../../db/meters.ts';
import { ApiError } from '../../ground/errors.ts';

/** From here on answers show how much of the limit is used. */
const telling = 0.8;

/** Where the tenants with a limit stand in this month, by the database a few seconds ago. */
export class Standings {
  private month = '';
  private readonly standings = new Map<string, Standing>();

  /** Replaces what is known of the tenants that were asked about. */
  set(month: string, asked: string[], found: Standing[]): void {
    if (month !== this.month) this.standings.clear();
    this.month = month;
    for (const tenant of asked) this.standings.delete(tenant);
    for (const standing of found)
      if (standing.used >= standing.max * telling) this.standings.set(standing.tenant_id, standing);
  }

  /**
   * Answers the headers that a tenant's call gets: X-Plan-Usage from 80 % of the month's calls on.
   * @param more calls that were counted here and not yet told
   * @throws 403 PLAN_LIMIT_EXCEEDED beyond the limit
   */
  check(tenant: string, more: number): Record<string, string> | undefined {
    const standing = this.standings.get(tenant);
    if (!standing || this.month !== new Date().toISOString().slice(0, 7)) return undefined;
    const { max, plan } = standing;
    const used = standing.used + more;
    const headers = {
      'X-Plan-Usage': `api_calls=${max === 0 ? 100 : Math.floor((100 * used) / max)}%`,
    };
    if (used < max) return headers;
    throw new ApiError(
      'PLAN_LIMIT_EXCEEDED',
      `This tenant has made ${used} of the ${max} API calls that its plan includes this month. ` +
        'Switch to a larger plan, or wait until the next month begins (UTC).',
      { details: { limit: 'api_calls', used, max, plan } },
      headers,
    );
  }
}
