import type { Case, Scene } from '../support/journal-cases.ts';
import { seedAccount } from '../support/seed-identity.ts';
import type { TestServer } from '../support/server.ts';
import type { SignedUp } from '../support/users.ts';

const identities = '/v1/auth/identities';

/** One case for each operation of identity providers that changes something without one. */
export function journalCases(server: TestServer): Record<string, Case> {
  let signedUp: SignedUp;
  const codeOf = async ({ tenant, user }: Scene): Promise<string> => {
    const { rows } = await server.db.query(
      `select app.auth_code_create(row(u.*)::app.users, '{oauth}', null) as code
       from app.users u where u.tenant_id = $1 and u.id = $2`,
      [tenant.tenant.id, (await user()).user.id],
    );
    return rows[0].code;
  };
  const offerGoogle = ({ tenant }: Scene) =>
    server.db.query(`insert into app.tenant_settings (tenant_id, auth) values ($1, $2)`, [
      tenant.tenant.id,
      { site_url: 'https://app.example', oauth: { google: { enabled: true, client_id: 'x' } } },
    ]);
  return {
    'oauth.token': {
      call: async (scene, h) =>
        scene.tenant.post('/v1/auth/oauth/token', { code: await codeOf(scene) }, h),
      rows: (_, { user }) => [['user.signed_in', 'user', user.id]],
      refused: ({ tenant }, h) => tenant.post('/v1/auth/oauth/token', { code: 'x' }, h),
    },
    'identity.link': {
      isOwn: true,
      call: async (scene, h) => {
        const { client } = await scene.user();
        await offerGoogle(scene);
        return client.post(`${identities}/link`, { provider: 'google' }, h);
      },
      // Linked is it when the browser has come back: test/oauth.
      rows: () => [],
      refused: async ({ user }, h) =>
        (await user()).client.post(`${identities}/link`, { provider: 'google' }, h),
    },
    'identity.unlink': {
      isOwn: true,
      call: async ({ tenant, user }, h) => {
        signedUp = await user();
        const id = await seedAccount(server.db, tenant.tenant.id, signedUp.user.id, 'x');
        return signedUp.client.delete(`${identities}/${id}`, undefined, h);
      },
      rows: () => [['user.updated', 'user', signedUp.user.id]],
      refused: async ({ user }, h) =>
        (await user()).client.delete(`${identities}/idn_0`, undefined, h),
    },
  };
}
