import type { Case, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { completedRow, path, snapshotOf, upload } from './scene.ts';

const schedules = '/admin/backup-schedules';
const nightly = { name: 'Nightly', cron_expression: '0 3 * * *' };

/** One case for each operation on backups that changes something. */
export function journalCases(server: TestServer): Record<string, Case> {
  /** Of the record that was made before the call under test. */
  let id: string;
  const pending = async ({ platform, tenant }: Scene) => {
    id = (await platform.post(path, { tenant_id: tenant.tenant.id })).body.data.id;
    return `${path}/${id}`;
  };
  const completed = async ({ tenant }: Scene) => {
    id = await completedRow(server.db, tenant.tenant.id);
    return `${path}/${id}`;
  };
  const restore = { mode: 'new_tenant', name: 'Restored' };
  const row = (event: string) => () => [[event, event.split('.')[0], id]] as never;
  return {
    'backup.create': {
      call: ({ platform, tenant }, h) => platform.post(path, { tenant_id: tenant.tenant.id }, h),
      rows: (_, data) => [['backup.created', 'backup', data.id]],
      refused: ({ platform }, h) => platform.post(path, { tenant_id: 'ten_none' }, h),
    },
    'backup.upload': {
      call: async ({ platform, tenant }, headers) =>
        upload(platform, await snapshotOf(server, tenant.tenant.id), { headers }),
      rows: (_, data) => [['backup.created', 'backup', data.id]],
      refused: ({ platform }, headers) => upload(platform, Buffer.from('junk'), { headers }),
    },
    'backup.cancel': {
      call: async (scene, h) => scene.platform.post(`${await pending(scene)}/cancel`, undefined, h),
      rows: row('backup.cancelled'),
      refused: ({ platform }, h) => platform.post(`${path}/bak_0/cancel`, undefined, h),
    },
    'backup.verify': {
      call: async (scene, h) =>
        scene.platform.post(`${await completed(scene)}/verify`, undefined, h),
      rows: row('backup.verification_started'),
      refused: async (scene, h) =>
        scene.platform.post(`${await pending(scene)}/verify`, undefined, h),
    },
    'backup.delete': {
      call: async (scene, h) => scene.platform.delete(await completed(scene), undefined, h),
      rows: row('backup.deleted'),
      refused: async (scene, h) => scene.platform.delete(await pending(scene), undefined, h),
    },
    'backup.restore': {
      call: async (scene, h) =>
        scene.platform.post(`${await completed(scene)}/restore`, restore, h),
      rows: (_, data) => [['restore.created', 'restore', data.id]],
      refused: async (scene, h) =>
        scene.platform.post(`${await pending(scene)}/restore`, restore, h),
    },
    'tenant.restore': {
      call: async ({ platform, tenant }, h) => {
        const at = `/admin/tenants/${tenant.tenant.id}/restore`;
        const asked = platform.post(at, { as_of: tenant.tenant.created_at }, h);
        // It waits for a worker, and there is none here.
        let isAnswered = false;
        void asked.finally(() => {
          isAnswered = true;
        });
        await until(
          async () => {
            await server.db.query(
              "update app.restores set status = 'cancelled' where target_tenant = $1 and status = 'pending'",
              [tenant.tenant.id],
            );
            return isAnswered;
          },
          (is) => is,
        );
        return asked;
      },
      rows: (_, data) => [['restore.created', 'restore', data.id]],
      refused: ({ platform, tenant }, h) =>
        platform.post(
          `/admin/tenants/${tenant.tenant.id}/restore`,
          { as_of: '2000-01-01T00:00:00Z' },
          h,
        ),
    },
    'tenant.clone': {
      call: ({ platform, tenant }, h) =>
        platform.post(`/admin/tenants/${tenant.tenant.id}/clone`, { name: 'Copy' }, h),
      rows: ({ tenant }) => [['tenant.cloned', 'tenant', tenant.tenant.id]],
      refused: ({ platform, tenant }, h) =>
        platform.post(
          `/admin/tenants/${tenant.tenant.id}/clone`,
          { name: 'Copy', slug: tenant.tenant.slug },
          h,
        ),
    },
    'restore.cancel': {
      call: async (scene, h) => {
        const { body } = await scene.platform.post(`${await completed(scene)}/restore`, restore);
        id = body.data.id;
        return scene.platform.post(`/admin/restores/${id}/cancel`, undefined, h);
      },
      rows: row('restore.cancelled'),
      refused: ({ platform }, h) => platform.post('/admin/restores/rst_0/cancel', undefined, h),
    },
    'backup_schedule.create': {
      call: ({ platform }, h) => platform.post(schedules, nightly, h),
      rows: (_, data) => [['backup_schedule.created', 'backup_schedule', data.id]],
      refused: ({ platform }, h) => platform.post(schedules, { ...nightly, type: 'full' }, h),
    },
    'backup_schedule.update': {
      call: async ({ platform }, h) => {
        id = (await platform.post(schedules, nightly)).body.data.id;
        return platform.patch(`${schedules}/${id}`, { keep_last: 3 }, h);
      },
      rows: row('backup_schedule.updated'),
      refused: ({ platform }, h) => platform.patch(`${schedules}/bsc_0`, { keep_last: 3 }, h),
    },
    'backup_schedule.delete': {
      call: async ({ platform }, h) => {
        id = (await platform.post(schedules, nightly)).body.data.id;
        return platform.delete(`${schedules}/${id}`, undefined, h);
      },
      rows: row('backup_schedule.deleted'),
      refused: ({ platform }, h) => platform.delete(`${schedules}/bsc_0`, undefined, h),
    },
  };
}
