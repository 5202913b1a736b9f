import type { Case, Scene } from '../support/journal-cases.ts';
import type { TestServer } from '../support/server.ts';

const list = '/v1/sandboxes';

/** One case for each operation on sandboxes that changes something. */
export function journalCases(server: TestServer): Record<string, Case> {
  let id: string;
  const made = async ({ tenant }: Scene): Promise<string> => {
    id = (await tenant.post(list, { name: 'Tried' })).body.data.id;
    return `${list}/${id}`;
  };
  /** One that a worker would have made: a tenant of its own. */
  const active = async (scene: Scene): Promise<string> => {
    const at = await made(scene);
    const { body } = await scene.platform.post('/admin/tenants', { name: 'Sandbox' });
    const target = body.data.tenant.id;
    await server.db.query(
      `update app.tenants set is_sandbox = true, parent_tenant_id = $2, outbound = 'off', outbound_at = now()
       where tenant_id = $1`,
      [target, scene.tenant.tenant.id],
    );
    await server.db.query(
      `update app.sandboxes set status = 'active', target_tenant = $2 where id = $1`,
      [id, target],
    );
    return at;
  };
  return {
    'sandbox.create': {
      call: ({ tenant }, h) => tenant.post(list, { name: 'Tried' }, h),
      rows: (_, data) => [['sandbox.created', 'sandbox', data.id]],
      refused: ({ tenant }, h) => tenant.post(list, { name: '' }, h),
    },
    'sandbox.delete': {
      call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
      rows: () => [['sandbox.deleted', 'sandbox', id]],
      refused: ({ tenant }, h) => tenant.delete(`${list}/sbx_0`, undefined, h),
    },
    'sandbox.key': {
      call: async (scene, h) => scene.tenant.post(`${await active(scene)}/key`, undefined, h),
      rows: () => [['sandbox.key_created', 'sandbox', id]],
      refused: async (scene, h) => scene.tenant.post(`${await made(scene)}/key`, undefined, h),
    },
  };
}
