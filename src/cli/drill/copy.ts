import { join } from 'node:path';
import { BackupError } from '../../backup/errors.ts';
import { newId } from '../../db/new-id.ts';
import { restoreTarget } from '../../groups/backups/index.ts';
import { childMeans, readInChild, writeInChild } from '../../snapshot/process.ts';
import type { StagingReport } from '../../snapshot/staging.ts';
import { asOwner } from './checks.ts';
import type { DrillServer } from './server.ts';

/** The tenant whose snapshot is made and loaded, and one of its objects. */
export interface Chosen {
  tenant_id: string;
  name: string;
  type: string;
  object_id: string;
}

/** A tenant of more objects is taken only where all have more: its copy takes room. */
const usual = 100_000;

/**
 * The tenant that is named by its id or slug; without a name the one with the most objects, as long as they are not too many.
 * @returns undefined where no tenant has an object
 * @throws BackupError where the named one is not there, or has none
 */
export async function choose(
  { url }: DrillServer,
  named: string | undefined,
): Promise<Chosen | undefined> {
  const { rows } = await asOwner(url, (client) =>
    client.query<Chosen>(
      `with counted as (
         select o.tenant_id, count(*) as objects from app.objects o where not o.is_deleted group by 1),
       chosen as (
         select t.tenant_id, t.name from app.tenants t join counted c using (tenant_id)
         where t.status = 'active' and ($1::text is null or $1 in (t.tenant_id, t.slug))
         order by c.objects > $2, case when c.objects > $2 then c.objects else -c.objects end
         limit 1)
       select c.tenant_id, c.name, ot.name as type, o.id as object_id
       from chosen c join app.objects o using (tenant_id)
       join app.object_types ot on ot.tenant_id = o.tenant_id and ot.id = o.object_type_id
       where not o.is_deleted
       limit 1`,
      [named ?? null, usual],
    ),
  );
  if (rows[0] || named === undefined) return rows[0];
  throw new BackupError(
    `The copy has no active tenant ${named} with objects. Name another one with --tenant.`,
  );
}

export interface Copied {
  tenant: string;
  rows: number;
}

/** A snapshot of the tenant as a file. @returns where it is */
export async function takeSnapshot(
  { url, config }: DrillServer,
  { tenant_id: tenant }: Chosen,
): Promise<{ path: string; bytes: number }> {
  const path = join(config.dataDir, 'drill.insula');
  const options = { data: 'all', files: false, journal_from: 'all', secrets: 'left_out' } as const;
  const { bytes } = await writeInChild(childMeans(config, url), { tenant, options, to: { path } });
  return { path, bytes };
}

/** Loads the snapshot as a new tenant. @throws BackupError where its rows are not those of the snapshot */
export async function loadSnapshot(
  { url, config }: DrillServer,
  { name }: Chosen,
  path: string,
): Promise<Copied> {
  const tenant = newId('ten');
  const given = {
    ...{ reason: 'drill', tenant, files: false, journal: true },
    opened: { as: { name, outbound: 'off' as const } },
  };
  const read = await readInChild<StagingReport>(childMeans(config, url), {
    ...{ from: { path }, isKnown: true },
    target: restoreTarget(given),
  });
  const { row_counts: wanted } = read.end as { row_counts: Record<string, number> };
  const { rows: loaded } = read.result;
  const tables = [...new Set([...Object.keys(wanted), ...Object.keys(loaded)])];
  const other = tables.filter((table) => (wanted[table] ?? 0) !== (loaded[table] ?? 0));
  if (other.length > 0)
    throw new BackupError(
      `The loaded tenant differs from its snapshot: ${other.map((table) => `${table} ${wanted[table] ?? 0} and ${loaded[table] ?? 0}`).join(', ')}.`,
    );
  return { tenant, rows: Object.values(loaded).reduce((sum, count) => sum + count, 0) };
}
