import { type Case, madeByOperator, type Scene } from '../support/journal-cases.ts';

const announcements = '/owner/announcements';

/** Of the announcement that was made before the call under test. */
let id: string;
async function newAnnouncement(scene: Scene): Promise<string> {
  id = await madeByOperator(scene, announcements, { title: 'Hello' });
  return `${announcements}/${id}`;
}

/** One case for each operation on announcements that changes something. */
export const journalCases: Record<string, Case> = {
  'announcement.create': {
    call: ({ platform }, h) => platform.post(announcements, { title: 'Hello' }, h),
    rows: (_, data) => [['announcement.created', 'announcement', data.id]],
    refused: ({ platform }, h) =>
      platform.post(announcements, { title: 'Hello', ends_at: '2020-01-01T00:00:00Z' }, h),
  },
  'announcement.update': {
    call: async (scene, h) =>
      scene.platform.patch(await newAnnouncement(scene), { level: 'critical' }, h),
    rows: () => [['announcement.updated', 'announcement', id]],
    refused: ({ platform }, h) => platform.patch(`${announcements}/ann_0`, { title: 'x' }, h),
  },
  'announcement.delete': {
    call: async (scene, h) => scene.platform.delete(await newAnnouncement(scene), undefined, h),
    rows: () => [['announcement.deleted', 'announcement', id]],
    refused: ({ platform }, h) => platform.delete(`${announcements}/ann_0`, undefined, h),
  },
};
