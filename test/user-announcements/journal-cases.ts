import type { Case, Scene } from '../support/journal-cases.ts';

const list = '/v1/user-announcements';
const own = '/v1/auth/announcements';
const title = 'Maintenance on Sunday';

let id: string;
async function made({ tenant }: Scene): Promise<string> {
  const { body } = await tenant.post(list, { title });
  id = body.data.id;
  return `${list}/${id}`;
}
/** A read mark is the user's own note: it leaves no row. */
const marks = (call: Case['call'], refused: Case['refused']): Case => ({
  isOwn: true,
  call,
  rows: () => [],
  refused,
});

/** One case for each operation on announcements to users that changes something. */
export const journalCases: Record<string, Case> = {
  'user_announcement.create': {
    call: ({ tenant }, h) => tenant.post(list, { title }, h),
    rows: (_, data) => [['user_announcement.created', 'user_announcement', data.id]],
    refused: ({ tenant }, h) => tenant.post(list, { title, roles: ['no-such-role'] }, h),
  },
  'user_announcement.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { body: 'From 6 to 8' }, h),
    rows: () => [['user_announcement.updated', 'user_announcement', id]],
    refused: ({ tenant }, h) => tenant.patch(`${list}/uann_0`, { title }, h),
  },
  'user_announcement.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['user_announcement.deleted', 'user_announcement', id]],
    refused: ({ tenant }, h) => tenant.delete(`${list}/uann_0`, undefined, h),
  },
  'user_announcement.read': marks(
    async (scene, h) => {
      await made(scene);
      return (await scene.user()).client.put(`${own}/${id}/read`, undefined, h);
    },
    async ({ user }, h) => (await user()).client.put(`${own}/uann_0/read`, undefined, h),
  ),
  'user_announcement.unread': marks(
    async (scene, h) => {
      await made(scene);
      const { client } = await scene.user();
      await client.put(`${own}/${id}/read`);
      return client.delete(`${own}/${id}/read`, undefined, h);
    },
    async ({ user }, h) => (await user()).client.delete(`${own}/uann_0/read`, undefined, h),
  ),
  'user_announcement.read_all': marks(
    async (scene, h) => {
      await made(scene);
      return (await scene.user()).client.post(`${own}/read-all`, undefined, h);
    },
    ({ tenant }, h) => tenant.post(`${own}/read-all`, undefined, h),
  ),
};
