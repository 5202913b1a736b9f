import { createTenant } from '../support/api.ts';
import type { Case, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';

/** One case for each operation on comparisons that changes something. */
export function journalCases(server: TestServer): Record<string, Case> {
  let id: string;
  const begin = async ({ tenant, platform }: Scene, headers?: Record<string, string>) => {
    const other = await createTenant(server);
    const body = { with: { tenant_id: other.tenant.id } };
    return platform.post(`/admin/tenants/${tenant.tenant.id}/diff`, body, headers);
  };
  const begun = async (scene: Scene, status?: string) => {
    id = (await begin(scene)).body.data.id;
    // No worker makes it in these tests.
    if (status)
      await server.db.query('update app.diffs set status = $2 where id = $1', [id, status]);
    return `/admin/diffs/${id}`;
  };
  return {
    'diff.create': {
      call: begin,
      rows: (_, data) => [['diff.created', 'diff', data.id]],
      refused: ({ platform, tenant: { tenant } }, h) =>
        platform.post(`/admin/tenants/${tenant.id}/diff`, { with: { tenant_id: tenant.id } }, h),
    },
    'diff.cancel': {
      call: async (scene, h) => scene.platform.post(`${await begun(scene)}/cancel`, undefined, h),
      rows: () => [['diff.cancelled', 'diff', id]],
      refused: async (scene, h) =>
        scene.platform.post(`${await begun(scene, 'completed')}/cancel`, undefined, h),
    },
    'diff.apply': {
      call: async (scene, h) =>
        scene.platform.post(`${await begun(scene, 'completed')}/apply`, { changes: 'all' }, h),
      rows: () => [['diff.applied', 'diff', id]],
      refused: async (scene, h) =>
        scene.platform.post(`${await begun(scene)}/apply`, { changes: 'all' }, h),
    },
  };
}
