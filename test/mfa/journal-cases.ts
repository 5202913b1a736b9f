import type { Client } from '../support/api.ts';
import { Authenticator } from '../support/authenticator.ts';
import type { Case } from '../support/journal-cases.ts';
import { register } from '../support/passkeys.ts';
import { beginFactor, codeOf, enroll, type Factor } from '../support/totp.ts';

const mfa = '/v1/auth/mfa';
const passkeys = '/v1/auth/passkeys';
/** Of the call under test. */
let factor: Factor & { recoveryCodes?: string[] };
let userId: string;

/** Everything that both steps of a ceremony need, except the second call. */
async function begun(client: Client, path: string) {
  const { body } = await client.post(`${passkeys}/${path}/options`, {});
  const { challenge_id, options } = body.data;
  return { challenge_id, options, authenticator: new Authenticator(client.url) };
}

const factorCases: Record<string, Case> = {
  'mfa.enroll': {
    isOwn: true,
    call: async ({ user }, h) => (await user()).client.post(`${mfa}/enroll`, {}, h),
    // Nothing has changed for the account until a code is verified.
    rows: () => [],
    refused: async ({ user }, h) => (await user()).client.post(`${mfa}/enroll`, { type: 'sms' }, h),
  },
  'mfa.challenge': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client } = await user();
      const { id } = await beginFactor(client);
      return client.post(`${mfa}/challenge`, { factor_id: id }, h);
    },
    rows: () => [],
    refused: async ({ user }, h) =>
      (await user()).client.post(`${mfa}/challenge`, { factor_id: 'mfa_0' }, h),
  },
  'mfa.verify': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client } = await user();
      factor = await beginFactor(client);
      return client.post(`${mfa}/verify`, { factor_id: factor.id, code: codeOf(factor) }, h);
    },
    rows: (_, data) => [
      ['mfa.enrolled', 'mfa_factor', factor.id],
      ['user.signed_in', 'user', data.user.id],
    ],
    refused: async ({ user }, h) => {
      const { client } = await user();
      const { id } = await beginFactor(client);
      return client.post(`${mfa}/verify`, { factor_id: id, code: '000000' }, h);
    },
  },
  'mfa.remove': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client } = await user();
      factor = await enroll(client);
      return client.delete(`${mfa}/${factor.id}`, {}, h);
    },
    rows: () => [['mfa.removed', 'mfa_factor', factor.id]],
    refused: async ({ user }, h) => (await user()).client.delete(`${mfa}/mfa_0`, {}, h),
  },
  'recovery_codes.create': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client, user: who } = await user();
      userId = who.id;
      await enroll(client);
      return client.post(`${mfa}/recovery-codes`, undefined, h);
    },
    rows: () => [['mfa.enrolled', 'recovery_codes', userId]],
    refused: async ({ user }, h) =>
      (await user()).client.post(`${mfa}/recovery-codes`, undefined, h),
  },
  'recovery_codes.verify': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client } = await user();
      factor = await enroll(client);
      return client.post(`${mfa}/recovery-codes/verify`, { code: factor.recoveryCodes?.[0] }, h);
    },
    rows: (_, data) => [['user.signed_in', 'user', data.user.id]],
    refused: async ({ user }, h) =>
      (await user()).client.post(`${mfa}/recovery-codes/verify`, { code: 'x' }, h),
  },
};

const passkeyCases: Record<string, Case> = {
  'passkey.register_options': {
    isOwn: true,
    call: async ({ user }, h) => (await user()).client.post(`${passkeys}/register/options`, {}, h),
    rows: () => [],
    refused: async ({ user }, h) =>
      (await user()).client.post(`${passkeys}/register/options`, { friendly_name: 7 }, h),
  },
  'passkey.register_verify': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client } = await user();
      const { challenge_id, options, authenticator } = await begun(client, 'register');
      const credential = authenticator.create(options);
      return client.post(`${passkeys}/register/verify`, { challenge_id, credential }, h);
    },
    rows: (_, data) => [['passkey.created', 'passkey', data.id]],
    refused: async ({ user }, h) => {
      const { client } = await user();
      const { options, authenticator } = await begun(client, 'register');
      const credential = authenticator.create(options);
      return client.post(`${passkeys}/register/verify`, { challenge_id: 'x', credential }, h);
    },
  },
  'passkey.authenticate_options': {
    call: ({ tenant }, h) => tenant.post(`${passkeys}/authenticate/options`, {}, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${passkeys}/authenticate/options`, { email: 'x' }, h),
  },
  'passkey.authenticate_verify': {
    call: async ({ tenant, user }, h) => {
      const { client } = await user();
      const { authenticator } = await register(client, new Authenticator(client.url));
      const { challenge_id, options } = await begun(tenant, 'authenticate');
      const credential = authenticator.get(options);
      return tenant.post(`${passkeys}/authenticate/verify`, { challenge_id, credential }, h);
    },
    rows: (_, data) => [['user.signed_in', 'user', data.user.id]],
    refused: async ({ tenant }, h) => {
      const { challenge_id, options, authenticator } = await begun(tenant, 'authenticate');
      const credential = authenticator.get(options);
      return tenant.post(`${passkeys}/authenticate/verify`, { challenge_id, credential }, h);
    },
  },
  'passkey.update': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client } = await user();
      const { authenticator } = await register(client, new Authenticator(client.url));
      const path = `${passkeys}/${authenticator.credentialId}`;
      return client.patch(path, { friendly_name: 'x' }, h);
    },
    rows: (_, data) => [['passkey.updated', 'passkey', data.id]],
    refused: async ({ user }, h) =>
      (await user()).client.patch(`${passkeys}/none`, { friendly_name: 'x' }, h),
  },
  'passkey.delete': {
    isOwn: true,
    call: async ({ user }, h) => {
      const { client } = await user();
      const { authenticator } = await register(client, new Authenticator(client.url));
      return client.delete(`${passkeys}/${authenticator.credentialId}`, undefined, h);
    },
    rows: (_, data) => [['passkey.deleted', 'passkey', data.id]],
    refused: async ({ user }, h) => (await user()).client.delete(`${passkeys}/none`, undefined, h),
  },
};

/** One case for each operation of second factors and passkeys that changes something. */
export const journalCases: Record<string, Case> = { ...factorCases, ...passkeyCases };
