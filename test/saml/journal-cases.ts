import { decodeJwt } from 'jose';
import type { Case, Scene } from '../support/journal-cases.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/saml-idp.ts';
import { samlMetadata } from '../support/saml-metadata.ts';
import type { TestServer } from '../support/server.ts';
import type { SignedUp } from '../support/users.ts';
import { allowBack, back, begin, codeOf, enter, landed, providers } from './support.ts';

const saml = '/v1/auth/saml';
const given = () => ({ name: 'Journal', metadata_xml: samlMetadata('journal') });

/** One case for each operation of single sign-on that changes something. */
export function journalCases(server: TestServer): Record<string, Case> {
  /** Of what was made before, or by, the call under test. */
  let id: string;
  let signedUp: SignedUp;
  const newProvider = async ({ tenant }: Scene) => {
    const { body } = await tenant.post(providers, given());
    id = body.data.id;
    return `${providers}/${id}`;
  };
  const withProvider = async <T>(
    { tenant }: Scene,
    work: (idp: IdentityProvider) => Promise<T>,
  ) => {
    const idp = await startIdentityProvider(server, tenant.tenant.id);
    await allowBack(server.db, tenant);
    await enter(tenant, idp);
    return work(idp).finally(() => idp.close());
  };
  return {
    'saml_provider.create': {
      call: ({ tenant }, h) => tenant.post(providers, given(), h),
      rows: (_, data) => [['saml_provider.created', 'saml_provider', data.id]],
      refused: ({ tenant }, h) => tenant.post(providers, { ...given(), metadata_xml: 'x' }, h),
    },
    'saml_provider.update': {
      call: async (scene, h) => scene.tenant.patch(await newProvider(scene), { name: 'New' }, h),
      rows: () => [['saml_provider.updated', 'saml_provider', id]],
      refused: ({ tenant }, h) => tenant.patch(`${providers}/saml_0`, { name: 'New' }, h),
    },
    'saml_provider.delete': {
      call: async (scene, h) => scene.tenant.delete(await newProvider(scene), undefined, h),
      rows: () => [['saml_provider.deleted', 'saml_provider', id]],
      refused: ({ tenant }, h) => tenant.delete(`${providers}/saml_0`, undefined, h),
    },
    'saml.login': {
      call: (scene, h) =>
        withProvider(scene, () =>
          scene.tenant.post(`${saml}/login`, { domain: 'corp.example', redirect_to: back }, h),
        ),
      rows: () => [],
      refused: ({ tenant }, h) => tenant.post(`${saml}/login`, { domain: 'corp.example' }, h),
    },
    'saml.acs': {
      call: (scene, h) =>
        withProvider(scene, async (idp) => {
          const begun = await begin(scene.tenant);
          const SAMLResponse = Buffer.from(await idp.respond(begun)).toString('base64');
          const form = { SAMLResponse, RelayState: begun.relayState };
          const answer = await scene.tenant.post(`${saml}/acs`, form, h);
          id = (await codeOf(server.db, landed(answer).code)).user.id;
          return answer;
        }),
      rows: () => [
        ['user.created', 'user', id],
        ['user.linked', 'user', id],
      ],
      refused: ({ tenant }, h) =>
        tenant.post(`${saml}/acs`, { SAMLResponse: 'x', RelayState: 'x' }, h),
    },
    'saml.slo': {
      isOwn: true,
      call: async (scene, h) => {
        await allowBack(server.db, scene.tenant);
        signedUp = await scene.user();
        return signedUp.client.get(`${saml}/slo`, undefined, h);
      },
      rows: () => [
        ['session.revoked', 'session', decodeJwt(signedUp.session.access_token).sid as string],
        ['user.signed_out', 'user', signedUp.user.id],
      ],
      refused: async ({ user }, h) =>
        (await user()).client.get(`${saml}/slo?SAMLRequest=x`, undefined, h),
    },
  };
}
