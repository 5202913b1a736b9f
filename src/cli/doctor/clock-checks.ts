import type pg from 'pg';
import { clusterOf } from '../../db/citus/cluster.ts';
import { withClient } from '../../db/client.ts';
import { expect, type Finding, failed, ok, warning } from './check.ts';

const byNtp = 'Set the clocks of both machines by NTP: timedatectl set-ntp true.';
const leewaySeconds = 5;

/** Expiry and order are judged by the database's clock; tokens from outside carry the time of other machines. */
export async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  const difference = Math.round((before + Date.now()) / 2 - rows[0].now);
  const isApart = Math.abs(difference) >= 2000;
  const seconds = Math.abs(difference / 1000).toFixed(1);
  if (!isApart) return ok('clock', `${Math.abs(difference)} ms from the database's`);
  const side = difference < 0 ? 'behind' : 'ahead of';
  return warning('clock', `this machine's is ${seconds} s ${side} the database's`, byNtp);
}

/**
 * Compares the clock with the last written rows: a clock that was set back since is behind them. Until it has caught
 * up, new ids sort before those there are, and what is due waits.
 * @returns nothing on a cluster, whose nodes have clocks of their own
 */
export async function checkClockOfJournal(url: string): Promise<Finding[]> {
  return withClient(url, 'doctor', async (client) => {
    if ((await clusterOf(client))?.isDistributed) return [];
    await client.query('set role insula_owner');
    const { rows } = await client.query<{ ahead: number }>(`
      select coalesce(extract(epoch from max(newest.created_at) - clock_timestamp()), 0)::float8 as ahead
        from app.tenants t cross join lateral (
          select j.created_at from app.journal j where j.tenant_id = t.tenant_id order by j.xid desc, j.id desc limit 1) newest`);
    const ahead = Math.round(rows[0]?.ahead ?? 0);
    return [
      expect(
        ahead <= leewaySeconds,
        'clock of the database',
        ahead > leewaySeconds
          ? `was set back: it is ${ahead} s behind the last row of the journal`
          : 'not behind the journal',
        failed,
        `Set it right on the machine of PostgreSQL: timedatectl set-ntp true. If the journal is wrong, wait until the clock has caught up.`,
      ),
    ];
  });
}
