import type { Case, Scene } from '../support/journal-cases.ts';
import type { SignedUp } from '../support/users.ts';

const own = '/v1/auth/notifications';
const preferences = `${own}/preferences`;
const content = { type: 'news', title: 'New prices' };
/** The user of the call under test, and one of their notifications. */
let signedUp: SignedUp;
let id: string;

/** A user who has been notified. */
async function notified({ tenant, user }: Scene): Promise<SignedUp> {
  signedUp = await user();
  const user_ids = [signedUp.user.id];
  const { body } = await tenant.post('/v1/notifications', { ...content, user_ids });
  id = body.data.ids[0];
  return signedUp;
}

/** One case for each operation on notifications that changes something. */
export const journalCases: Record<string, Case> = {
  'notification.create': {
    call: async ({ tenant, user }, h) => {
      const user_ids = [(await user()).user.id];
      return tenant.post('/v1/notifications', { ...content, user_ids }, h);
    },
    rows: (_, { ids }) => [['notification.created', 'notification', ids[0]]],
    refused: ({ tenant }, h) =>
      tenant.post('/v1/notifications', { ...content, user_ids: ['usr_0'] }, h),
  },
  'notification.update': {
    isOwn: true,
    call: async (scene, h) => {
      const { client } = await notified(scene);
      return client.patch(`${own}/${id}`, { is_read: true }, h);
    },
    rows: () => [['notification.updated', 'notification', id]],
    refused: async ({ user }, h) =>
      (await user()).client.patch(`${own}/ntf_0`, { is_read: true }, h),
  },
  'notification.read_all': {
    isOwn: true,
    call: async (scene, h) => (await notified(scene)).client.post(`${own}/read-all`, undefined, h),
    rows: () => [['notification.updated', 'notification', id]],
    refused: ({ tenant }, h) => tenant.post(`${own}/read-all`, undefined, h),
  },
  'notification.delete': {
    isOwn: true,
    call: async (scene, h) => (await notified(scene)).client.delete(`${own}/${id}`, undefined, h),
    rows: () => [['notification.deleted', 'notification', id]],
    refused: async ({ user }, h) => (await user()).client.delete(`${own}/ntf_0`, undefined, h),
  },
  'notification_preference.set': {
    isOwn: true,
    call: async ({ user }, h) => {
      signedUp = await user();
      return signedUp.client.put(preferences, { channel: 'sms', enabled: false }, h);
    },
    rows: () => [
      ['notification_preference.updated', 'notification_preference', `${signedUp.user.id}:sms`],
    ],
    refused: async ({ user }, h) =>
      (await user()).client.put(preferences, { channel: 'pigeon' }, h),
  },
  'notification_preference.delete': {
    isOwn: true,
    call: async ({ user }, h) => {
      signedUp = await user();
      await signedUp.client.put(preferences, { channel: 'sms' });
      return signedUp.client.delete(`${preferences}/sms`, undefined, h);
    },
    rows: () => [
      ['notification_preference.deleted', 'notification_preference', `${signedUp.user.id}:sms`],
    ],
    refused: async ({ user }, h) =>
      (await user()).client.delete(`${preferences}/email`, undefined, h),
  },
};
