import type { Case, Headers, Scene } from '../support/journal-cases.ts';

const shortUrls = '/v1/short-urls';
const url = 'https://example.com/catalogue';

/** Of the scene's tenant, made before the call under test. */
let id: string;
let slug: string;
async function made({ tenant }: Scene, more: object = {}): Promise<string> {
  const { body } = await tenant.post(shortUrls, { url, ...more });
  ({ id, slug } = body.data);
  return `${shortUrls}/${id}`;
}
const heard = ({ tenant }: Scene) =>
  tenant.post('/v1/webhooks', { url: 'https://hooks.example/', events: ['short_url.clicked'] });
const visit = ({ tenant }: Scene, h: Headers) =>
  tenant.as(undefined).get(`/s/${slug}`, undefined, h);
const unlock = ({ tenant }: Scene, password: string, h: Headers) =>
  tenant.as(undefined).post(`/s/${slug}`, { password }, h);

/** One case for each operation on short URLs that changes something. */
export const journalCases: Record<string, Case> = {
  'short_url.create': {
    // A random slug would be another one after a dry run.
    call: ({ tenant, type }, h) =>
      tenant.post(
        shortUrls,
        { url, slug: `${tenant.tenant.id}-${type.name}`, password: 'sesame' },
        h,
      ),
    rows: (_, data) => [['short_url.created', 'short_url', data.id]],
    refused: ({ tenant }, h) => tenant.post(shortUrls, { url: 'ftp://example.com' }, h),
  },
  'short_url.update': {
    call: async (scene, h) => scene.tenant.patch(await made(scene), { title: 'Spring' }, h),
    rows: () => [['short_url.updated', 'short_url', id]],
    refused: ({ tenant }, h) => tenant.patch(`${shortUrls}/sl_0`, { title: 'Spring' }, h),
  },
  'short_url.delete': {
    call: async (scene, h) => scene.tenant.delete(await made(scene), undefined, h),
    rows: () => [['short_url.deleted', 'short_url', id]],
    refused: ({ tenant }, h) => tenant.delete(`${shortUrls}/sl_0`, undefined, h),
  },
  'short_url.open': {
    call: async (scene, h) => {
      await made(scene);
      return visit(scene, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.as(undefined).get('/s/nobodys', undefined, h),
  },
  'short_url.open that somebody hears of': {
    isVisitor: true,
    call: async (scene, h) => {
      await heard(scene);
      await made(scene);
      return visit(scene, h);
    },
    rows: () => [['short_url.clicked', 'short_url', id]],
    refused: ({ tenant }, h) => tenant.as(undefined).get('/s/nobodys', undefined, h),
  },
  'short_url.unlock': {
    isVisitor: true,
    call: async (scene, h) => {
      await heard(scene);
      await made(scene, { password: 'sesame' });
      return unlock(scene, 'sesame', h);
    },
    rows: () => [['short_url.clicked', 'short_url', id]],
    refused: async (scene, h) => {
      await made(scene, { password: 'sesame' });
      return unlock(scene, 'wrong', h);
    },
  },
};
