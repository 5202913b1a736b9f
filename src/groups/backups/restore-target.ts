import { poolOf } from '../../db/passwords.ts';
import { addressed } from '../../db/session.ts';
import type { OpenedTarget, TargetParts } from '../../snapshot/child.ts';
import { openStaging, type Staging, type StagingReport } from '../../snapshot/staging.ts';
import type { RestoreGiven } from './restore-given.ts';

const connections = 3;

/**
 * In the child: loads a snapshot into a staging, and opens that as a tenant in the transaction that completes the record of the
 * restore. Whatever ends it before leaves a staging, which the worker drops.
 */
export async function openRestoreTarget(
  { url, storage, box, region }: TargetParts,
  given: RestoreGiven,
): Promise<OpenedTarget> {
  const pool = poolOf({
    ...addressed(url),
    max: connections,
    application_name: `insula restore ${given.reason}`,
  });
  pool.on('error', () => {});
  const staging = await openStaging(
    { pool, storage, box },
    {
      tenantId: given.tenant,
      reason: given.reason,
      takesAddresses: !given.isCompared,
      into: given.into,
    },
  ).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const skipped = { files: 0, journal: 0 };
  return {
    begin: (manifest) => staging.begin(manifest),
    rows: (table, lines) => staging.rows(table, lines),
    secrets: (secrets) => staging.secrets(secrets),
    end: () => staging.end(),
    async journal(lines, rows) {
      if (given.journal) await staging.journal(lines);
      else skipped.journal += rows;
    },
    async file(file, content) {
      if (given.files) return staging.file(file, content);
      skipped.files += 1;
      for await (const _ of content);
    },
    async result(): Promise<StagingReport | undefined> {
      if (given.isMasked) await staging.mask();
      if (!given.isPart) await staging.build();
      if (!given.opened) return staging.report;
      const { as, record } = given.opened;
      if (!record) {
        await staging.activate({ ...as, region });
        return staging.report;
      }
      const completed =
        'restore' in record
          ? { restore: { id: record.restore, report: reportOf(staging, skipped) } }
          : { sandbox: { id: record.sandbox } };
      const meta =
        'restore' in record ? { restore_id: record.restore } : { sandbox_id: record.sandbox };
      await staging.activate({ ...as, region, ...completed, meta });
      return undefined;
    },
    async close() {
      staging.close();
      await pool.end();
    },
  };
}

function reportOf({ report }: Staging, skipped: { files: number; journal: number }) {
  const why = 'left out as asked for';
  const left = Object.entries(skipped).map(([what, count]) => ({ what, count, why }));
  return {
    created: report.rows,
    ...{ updated: {}, deleted: {}, unchanged: {}, conflicts: [], conflict_count: 0 },
    remapped: report.remapped,
    remapped_count: report.remapped_count,
    left_out: [...report.left_out, ...left.filter(({ count }) => count > 0)],
    files: report.files,
  };
}
