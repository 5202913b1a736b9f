import type pg from 'pg';
import { BackupError } from '../../backup/errors.ts';
import { withClient } from '../../db/client.ts';
import { withRole } from '../../db/urls.ts';
import { checkClockOfJournal } from '../doctor/clock-checks.ts';
import { checkDatabase } from '../doctor/database-checks.ts';
import { checkStraight } from '../doctor/straight-checks.ts';
import type { DrillServer } from './server.ts';

/** Examines the copy as `insula doctor` does. @throws BackupError that names the faults */
export async function examine({ url, config }: DrillServer): Promise<string> {
  const findings = [
    ...(await checkDatabase(url, config, false)),
    ...(await checkStraight(url, config)),
    ...(await checkClockOfJournal(url)),
  ];
  const wrong = findings.filter(({ status }) => status === 'failed');
  if (wrong.length > 0)
    throw new BackupError(wrong.map(({ name, found }) => `${name}: ${found}`).join('; '));
  const warnings = findings.filter(({ status }) => status === 'warning');
  return `checks: ${findings.length}, warnings: ${warnings.length}`;
}

interface Seals {
  valid: boolean;
  checked: number;
  first_bad_id: string | null;
}

/** Verifies the journal of each tenant by its seals. @throws BackupError that names the tenants whose journal was changed */
export async function checkSeals({ url }: DrillServer): Promise<string> {
  return asOwner(url, async (client) => {
    const { rows: tenants } = await client.query<{ tenant_id: string }>(
      'select tenant_id from app.tenants order by tenant_id',
    );
    let checked = 0;
    const wrong: string[] = [];
    for (const { tenant_id: tenant } of tenants) {
      const { rows } = await client.query<{ seals: Seals }>(
        `select api.audit_log_verify($1, '{}') as seals`,
        [tenant],
      );
      const seals = rows[0]?.seals;
      checked += seals?.checked ?? 0;
      if (!seals?.valid) wrong.push(`${tenant} (from ${seals?.first_bad_id} on)`);
    }
    if (wrong.length > 0)
      throw new BackupError(`The seals do not fit the journals of ${wrong.join(', ')}.`);
    return `the journals fit their seals (rows: ${checked}, journals: ${tenants.length})`;
  });
}

export const asOwner = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(withRole(url, 'insula_owner'), 'drill', work);
