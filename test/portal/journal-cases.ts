import type { Case, Scene } from '../support/journal-cases.ts';
import { openPortal, type Portal, signedIn } from './support.ts';

/** Of the scene's tenant, made before the call under test. */
let contact: Portal['contact'];
const opened = async ({ tenant }: Scene) => {
  ({ contact } = await openPortal(tenant));
  return contact;
};
const access = '/v1/portal/access';
const signedOut = '/v1/portal/auth/logout';

/** One case for each operation of the portal that changes something. */
export const journalCases: Record<string, Case> = {
  'portal_auth.request': {
    call: async (scene, h) =>
      scene.tenant.post('/v1/portal/auth/request', { email: (await opened(scene)).email }, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post('/v1/portal/auth/request', { email: 'nobody' }, h),
  },
  'portal_auth.verify': {
    call: async (scene, h) => {
      const { object_id } = await opened(scene);
      const { token } = (await scene.tenant.post(access, { object_id })).body.data;
      return scene.tenant.post('/v1/portal/auth/verify', { token }, h);
    },
    rows: () => [['portal.signed_in', 'portal', contact.object_id]],
    refused: ({ tenant }, h) => tenant.post('/v1/portal/auth/verify', { token: 'x' }, h),
  },
  'portal_access.create': {
    call: async (scene, h) =>
      scene.tenant.post(access, { object_id: (await opened(scene)).object_id }, h),
    rows: () => [['portal.granted', 'portal', contact.object_id]],
    refused: ({ tenant }, h) => tenant.post(access, { object_id: 'obj_0' }, h),
  },
  'portal_auth.logout': {
    call: async (scene, h) => {
      const { token } = await signedIn(scene.tenant, await opened(scene));
      return scene.tenant.post(signedOut, undefined, { ...h, authorization: `Bearer ${token}` });
    },
    actor: () => ({ type: 'portal', id: contact.object_id }),
    rows: () => [['portal.signed_out', 'portal', contact.object_id]],
    refused: async ({ user }, h) => (await user()).client.post(signedOut, undefined, h),
  },
};
