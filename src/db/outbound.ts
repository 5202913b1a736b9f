import pg from 'pg';
import type { EncryptionKeys } from '../ground/config/keys.ts';
import { nextFiring } from '../ground/schedules/cron.ts';
import { ask } from './ask.ts';
import { withClient } from './client.ts';
import { databaseUrls, withRole } from './urls.ts';

/** The hold as the operator sees it. */
export interface OutboundState {
  held: boolean;
  since: string | null;
  /** Queued calls to other servers, mails and texts: how many of each kind. */
  waiting: Record<string, number>;
}

type Counts = Record<string, number>;

/** Works of a tenant, and mails, that are discarded in one transaction. */
const atOnce = 500;
/** Events of a tenant that are handed on in one transaction. */
const share = 200;

const asOwner = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(withRole(url, 'insula_owner'), 'outbound', work);

const read = (client: pg.Client): Promise<OutboundState> =>
  ask(client.query.bind(client), 'select app.outbound_state() as answer', []);

/** @param url the migrating role, here and below */
export const outboundState = (url: string): Promise<OutboundState> => asOwner(url, read);

/** Nothing leaves from now on. */
export const holdOutboundNow = (url: string): Promise<OutboundState> => set(url, true);

/** Sends the queued work, and everything queued from now on. */
export const releaseOutbound = (url: string): Promise<OutboundState> => set(url, false);

const set = (url: string, isHeld: boolean): Promise<OutboundState> =>
  asOwner(url, async (client) => {
    await client.query('select app.outbound_set($1)', [isHeld]);
    return read(client);
  });

/**
 * Ends all that waits to leave, without doing it; schedules that were due meanwhile wait for their next time. Work for
 * events that no worker has looked at yet is queued first, so that it is included.
 * @returns how many of each kind
 */
export async function discardHeld(url: string, encryptionKeys: EncryptionKeys): Promise<Counts> {
  const tenantsOf = `select array(
    select worker.tenants_of('app.work') union select worker.tenants_of('app.messages')) as answer`;
  // As the worker, whose functions these are.
  return withClient(databaseUrls(url, encryptionKeys).worker, 'outbound', async (client) => {
    const query = client.query.bind(client);
    await dispatchAll(client);
    const total: Counts = {};
    const tenants = await asOwner(url, (owner) =>
      ask<string[]>(owner.query.bind(owner), tenantsOf, []),
    );
    for (const tenant of tenants) {
      for (;;) {
        const gone = await ask<Counts>(query, 'select worker.outbound_discard($1, $2) as answer', [
          tenant,
          atOnce,
        ]);
        for (const [kind, count] of Object.entries(gone)) total[kind] = (total[kind] ?? 0) + count;
        if (Object.keys(gone).length === 0) break;
      }
    }
    const missed = await asOwner(url, moveSchedules);
    return missed > 0 ? { ...total, schedule: missed } : total;
  });
}

interface Pending {
  tenants: string[];
  next: string;
}

/** Until a round through all tenants finds less than a share: what comes in meanwhile is not of before. */
async function dispatchAll(client: pg.Client): Promise<void> {
  const query = client.query.bind(client);
  const failed = new Set<string>();
  for (let after = '', count = share; count >= share || after !== ''; ) {
    if (after === '') count = 0;
    const { tenants, next }: Pending = await ask(
      query,
      'select worker.journal_pending($1, $2) as answer',
      [after, atOnce],
    );
    for (const tenant of tenants) {
      if (failed.has(tenant)) continue;
      const statement = 'select worker.dispatch_tenant($1, $2) as answer';
      // A tenant's own configuration may make it fail, as in the dispatcher: its events stay pending.
      count += await ask<number>(query, statement, [tenant, share]).catch((error) => {
        if (!(error instanceof pg.DatabaseError)) throw error;
        failed.add(tenant);
        return 0;
      });
    }
    after = next;
  }
}

interface Schedule {
  tenant_id: string;
  kind: string;
  subject_id: string;
  cron_expression: string | null;
  timezone: string;
  next_run_at: Date;
  now: Date;
}

/** Moves on schedules that are due, as if they had fired; timeouts of workflows fire. */
async function moveSchedules(client: pg.Client): Promise<number> {
  for (let count = 0; ; ) {
    const { rows } = await client.query<Schedule>(
      `select s.tenant_id, s.kind, s.subject_id, s.cron_expression, s.timezone, s.next_run_at, clock_timestamp() as now
       from app.schedules s where s.next_run_at <= clock_timestamp() and s.kind <> 'workflow'
       order by s.tenant_id, s.next_run_at limit $1`,
      [atOnce],
    );
    for (const { tenant_id, kind, subject_id, cron_expression, timezone, now } of rows)
      await client.query(
        `update app.schedules s set next_run_at = $4
         where s.tenant_id = $1 and s.kind = $2 and s.subject_id = $3`,
        [
          tenant_id,
          kind,
          subject_id,
          cron_expression && nextFiring(cron_expression, timezone, now),
        ],
      );
    count += rows.length;
    if (rows.length < atOnce) return count;
  }
}
