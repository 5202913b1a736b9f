import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import express from 'express';
import samlp, { type SamlOptions } from 'samlp';
import { type SelfSigned, selfSigned } from './certificate.ts';

/** A person, as passport's profiles are. */
export interface Person {
  id: string;
  emails: Array<{ value: string }>;
  displayName: string;
  name: { givenName: string; familyName: string };
  /** More attributes: they become http://schemas.passportjs.com/<name>. */
  [name: string]: unknown;
}

export const person = (email: string, more: object = {}): Person => ({
  id: `id-of-${email}`,
  emails: [{ value: email }],
  displayName: 'Ada Lovelace',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  ...more,
});

/** A sign-in that a service provider has begun, as an identity provider sees it. */
export interface Begun {
  requestId: string;
  relayState: string;
}

export interface IdentityProvider extends SelfSigned {
  url: string;
  entityId: string;
  metadataUrl: string;
  /** The user who is signed in there. */
  person: Person;
  metadata(): Promise<string>;
  /** The XML of a response, in which all is right but for `changes`. */
  respond(begun: Begun, changes?: Partial<SamlOptions> & { person?: Person }): Promise<string>;
  close(): Promise<void>;
}

/** samlp, listening on loopback, for a service at an address and one of its tenants. */
export async function startIdentityProvider(
  { url: serviceUrl }: { url: string },
  tenant: string,
  name = 'idp',
): Promise<IdentityProvider> {
  const { key, cert } = selfSigned(name);
  const app = express();
  const listening = app.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const entityId = `urn:${name}:${url}`;
  const acs = `${serviceUrl}/v1/auth/saml/acs`;
  const settings = { issuer: entityId, cert, key, recipient: acs, destination: acs };
  const provider: IdentityProvider = {
    key,
    cert,
    url,
    entityId,
    metadataUrl: `${url}/metadata`,
    person: person('ada@corp.example'),
    metadata: async () => (await fetch(`${url}/metadata`)).text(),
    respond: ({ requestId }, { person: who = provider.person, ...changes } = {}) =>
      new Promise((resolve, reject) =>
        samlp.getSamlResponse(
          {
            ...settings,
            audience: `${serviceUrl}/v1/auth/saml/metadata?tenant_id=${tenant}`,
            inResponseTo: requestId,
            signatureAlgorithm: 'rsa-sha256',
            digestAlgorithm: 'sha256',
            ...changes,
          },
          who,
          (error, xml) => (error ? reject(error) : resolve(xml)),
        ),
      ),
    async close() {
      listening.closeAllConnections();
      listening.close();
      await once(listening, 'close');
    },
  };
  app.get('/sso', (req, res, next) =>
    samlp.auth({
      ...settings,
      getPostURL: (_audience, _request, _req, done) => done(null, acs),
      getUserFromRequest: () => provider.person,
    })(req, res, next),
  );
  app.get(
    '/metadata',
    samlp.metadata({
      issuer: entityId,
      cert,
      redirectEndpointPath: '/sso',
      postEndpointPath: '/sso',
      logoutEndpointPaths: { redirect: '/logout' },
    }),
  );
  return provider;
}

/** The parameters of the address that a browser is sent to. */
export function readLogin(url: string): Begun & { request: string } {
  const query = new URL(url).searchParams;
  const packed = Buffer.from(query.get('SAMLRequest') ?? '', 'base64');
  const request = inflateRawSync(packed).toString();
  const requestId = / ID="([^"]+)"/.exec(request)?.[1] ?? '';
  return { requestId, relayState: query.get('RelayState') ?? '', request };
}

/** The fields of the form that an identity provider lets the browser post. */
export function readForm(html: string): { action: string; fields: URLSearchParams } {
  const action = /action="([^"]+)"/.exec(html)?.[1] ?? '';
  const inputs = html.matchAll(/name="(\w+)"\s+value="([^"]*)"/g);
  const fields = new URLSearchParams();
  for (const [, field = '', value = ''] of inputs) fields.set(field, value);
  return { action: action.replaceAll('&amp;', '&'), fields };
}
