import { decodeJwt } from 'jose';
import type { Case } from '../support/journal-cases.ts';
import { type SignedUp, signIn } from '../support/users.ts';

const auth = '/v1/auth';
const sessionOf = (session: { access_token: string }) =>
  decodeJwt(session.access_token).sid as string;
/** The user of the call under test. */
let signedUp: SignedUp;
/** Counted per test, so that no two sign-ups share an address. */
let count = 0;

/** One case for each operation of signing in and out that changes something. */
export const journalCases: Record<string, Case> = {
  'auth.signup': {
    call: ({ tenant }, h) => {
      count++;
      const user = { email: `journal${count}@example.com`, password: 'correct horse' };
      return tenant.post(`${auth}/signup`, user, h);
    },
    rows: (_, { user }) => [
      ['user.created', 'user', user.id],
      ['user.signed_in', 'user', user.id],
    ],
    refused: async ({ tenant, user }, h) => {
      const { email } = await user();
      return tenant.post(`${auth}/signup`, { email, password: 'correct horse' }, h);
    },
  },
  'auth.signin': {
    call: async ({ tenant, user }, h) => {
      const { email, password } = await user();
      return tenant.post(`${auth}/signin`, { email, password }, h);
    },
    rows: (_, { user }) => [['user.signed_in', 'user', user.id]],
    refused: async ({ tenant, user }, h) => {
      const { email } = await user();
      return tenant.post(`${auth}/signin`, { email, password: 'wrong' }, h);
    },
  },
  'auth.token': {
    call: async ({ tenant, user }, h) => {
      const { email, password } = await user();
      return tenant.post(`${auth}/token?grant_type=password`, { email, password }, h);
    },
    rows: (_, { user }) => [['user.signed_in', 'user', user.id]],
    refused: ({ tenant }, h) => tenant.post(`${auth}/token?grant_type=password`, {}, h),
  },
  'auth.refresh': {
    call: async ({ tenant, user }, h) => {
      const { refresh_token } = (await user()).session;
      return tenant.post(`${auth}/refresh`, { refresh_token }, h);
    },
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${auth}/refresh`, { refresh_token: 'rt_x' }, h),
  },
  'auth.signout': {
    isOwn: true,
    call: async ({ user }, h) => {
      signedUp = await user();
      return signedUp.client.post(`${auth}/signout`, {}, h);
    },
    rows: () => [
      ['session.revoked', 'session', sessionOf(signedUp.session)],
      ['user.signed_out', 'user', signedUp.user.id],
    ],
    refused: async ({ user }, h) =>
      (await user()).client.post(`${auth}/signout`, { scope: 'x' }, h),
  },
  'auth.session_revoke': {
    isOwn: true,
    call: async ({ tenant, user }, h) => {
      signedUp = await user();
      const id = sessionOf(await signIn(tenant, signedUp));
      return signedUp.client.delete(`${auth}/sessions/${id}`, undefined, h);
    },
    rows: (_, { id }) => [['session.revoked', 'session', id]],
    refused: async ({ user }, h) =>
      (await user()).client.delete(`${auth}/sessions/ses_0`, undefined, h),
  },
  'auth.session_revoke_all': {
    isOwn: true,
    call: async ({ user }, h) => {
      signedUp = await user();
      return signedUp.client.delete(`${auth}/sessions`, undefined, h);
    },
    rows: () => [['session.revoked', 'session', sessionOf(signedUp.session)]],
    refused: async ({ user }, h) =>
      (await user()).client.delete(`${auth}/sessions`, undefined, { ...h, 'if-match': 'none' }),
  },
};
