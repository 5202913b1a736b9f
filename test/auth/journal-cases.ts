import { decodeJwt } from 'jose';
import type { Case, Scene } from '../support/journal-cases.ts';
import { lastMessage } from '../support/mailbox.ts';
import type { TestServer } from '../support/server.ts';
import { type SignedUp, signIn } from '../support/users.ts';

const auth = '/v1/auth';
const password = 'correct horse battery';
/** Counted per test, so that no two sign-ups share an address. */
let count = 0;
const newEmail = () => `signin${++count}@example.com`;
/** The user of the call under test, and a session that it ends. */
let signedUp: SignedUp;
let ended: string;

/** One case for each operation of signing in with what was sent, and of changing passwords and addresses. */
export function journalCases(server: TestServer): Record<string, Case> {
  /** The token of a message that an operation sends. */
  const sent = async ({ tenant }: Scene, path: string, body: { email: string; type?: string }) => {
    const { status } = await tenant.post(`${auth}/${path}`, body);
    if (status !== 200) throw new Error(`${path} answers ${status}`);
    return (await lastMessage(server, body.email)).token;
  };
  const withOther = async ({ tenant, user }: Scene) => {
    signedUp = await user();
    ended = decodeJwt((await signIn(tenant, signedUp)).access_token).sid as string;
    return signedUp;
  };
  const sending = (path: string, body: object = {}): Case => ({
    call: ({ tenant }, h) => tenant.post(`${auth}/${path}`, { email: newEmail(), ...body }, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${auth}/${path}`, { email: 'nobody' }, h),
  });
  const refusing =
    (path: string, body: object): Case['refused'] =>
    ({ tenant }, h) =>
      tenant.post(`${auth}/${path}`, body, h);
  return {
    'auth.otp': sending('otp'),
    'auth.magic_link': sending('magic-link'),
    'auth.forgot_password': sending('forgot-password'),
    'auth.resend': sending('resend', { type: 'signup' }),
    'auth.otp_verify': {
      call: async (scene, h) => {
        const token = await sent(scene, 'otp', { email: newEmail() });
        return scene.tenant.post(`${auth}/otp/verify`, { type: 'email', token }, h);
      },
      rows: (_, { user }) => [
        ['user.created', 'user', user.id],
        ['user.signed_in', 'user', user.id],
      ],
      refused: refusing('otp/verify', { type: 'email', token: 'x' }),
    },
    'auth.verify_confirm': {
      call: async (scene, h) => {
        signedUp = await scene.user();
        ended = decodeJwt(signedUp.session.access_token).sid as string;
        const token = await sent(scene, 'magic-link', { email: signedUp.email });
        const pressed = { ...h, 'sec-fetch-site': 'same-origin' };
        return scene.tenant.post(`${auth}/verify/page`, { type: 'magiclink', token }, pressed);
      },
      rows: () => [
        ['session.revoked', 'session', ended],
        ['user.email_verified', 'user', signedUp.user.id],
        ['user.signed_in', 'user', signedUp.user.id],
      ],
      refused: refusing('verify/page', { type: 'magiclink', token: 'x' }),
    },
    'auth.magic_link_verify': {
      call: async (scene, h) => {
        const { email, session } = await scene.user();
        ended = decodeJwt(session.access_token).sid as string;
        const token = await sent(scene, 'magic-link', { email });
        return scene.tenant.post(`${auth}/magic-link/verify`, { token }, h);
      },
      rows: (_, { user }) => [
        ['session.revoked', 'session', ended],
        ['user.email_verified', 'user', user.id],
        ['user.signed_in', 'user', user.id],
      ],
      refused: refusing('magic-link/verify', { token: 'x' }),
    },
    'auth.verify_email': {
      call: async (scene, h) => {
        signedUp = await scene.user();
        const token = await sent(scene, 'resend', { email: signedUp.email, type: 'signup' });
        return scene.tenant.post(`${auth}/verify-email`, { token }, h);
      },
      rows: () => [
        ['session.revoked', 'session', decodeJwt(signedUp.session.access_token).sid as string],
        ['user.email_verified', 'user', signedUp.user.id],
      ],
      refused: refusing('verify-email', { token: 'x' }),
    },
    'auth.reset_password': {
      call: async (scene, h) => {
        const { email, session } = await scene.user();
        ended = decodeJwt(session.access_token).sid as string;
        const token = await sent(scene, 'forgot-password', { email });
        return scene.tenant.post(`${auth}/reset-password`, { token, password }, h);
      },
      rows: (_, { user }) => [
        ['session.revoked', 'session', ended],
        ['user.email_verified', 'user', user.id],
        ['user.password_changed', 'user', user.id],
        ['user.signed_in', 'user', user.id],
      ],
      refused: refusing('reset-password', { token: 'x', password }),
    },
    'auth.reauthenticate': {
      isOwn: true,
      call: async ({ user }, h) =>
        (await user()).client.post(`${auth}/reauthenticate`, undefined, h),
      rows: () => [],
      refused: ({ tenant }, h) => tenant.post(`${auth}/reauthenticate`, undefined, h),
    },
    'auth.change_password': {
      isOwn: true,
      call: async (scene, h) => {
        const { client, password: current_password } = await withOther(scene);
        const body = { current_password, new_password: 'another password' };
        return client.post(`${auth}/change-password`, body, h);
      },
      rows: () => [
        ['session.revoked', 'session', ended],
        ['user.password_changed', 'user', signedUp.user.id],
      ],
      refused: async ({ user }, h) => {
        const body = { current_password: password, new_password: 'short' };
        return (await user()).client.post(`${auth}/change-password`, body, h);
      },
    },
    'auth.user_update': {
      isOwn: true,
      call: async (scene, h) => {
        const { client } = await withOther(scene);
        const body = { email: newEmail(), password, user_metadata: { a: 1 } };
        return client.patch(`${auth}/user`, body, h);
      },
      rows: (_, { id }) => [
        ['session.revoked', 'session', ended],
        ['user.password_changed', 'user', id],
        ['user.updated', 'user', id],
      ],
      refused: async ({ user }, h) =>
        (await user()).client.patch(`${auth}/user`, { email: 'nobody' }, h),
    },
  };
}
