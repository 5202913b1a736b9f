import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../support/certificate.ts';
import {
  type Begun,
  type IdentityProvider,
  person,
  startIdentityProvider,
} from '../support/saml-idp.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { type Attack, attack as attackOn } from './attack.ts';
import {
  assertionOf,
  evilOf,
  signatureOf,
  withHmac,
  withoutSignature,
  wrappings,
} from './forge.ts';
import { allowBack, enter, signInWith } from './support.ts';

const server = useServer();
const api = useTenant(server);
let idp: IdentityProvider;
const victim = 'victim@corp.example';

beforeAll(async () => {
  idp = await startIdentityProvider(server, api.tenant.id);
  await allowBack(server.db, api);
  await enter(api, idp);
  const { user } = await signUp(api, { email: victim });
  await server.db.query('update app.users set email_verified_at = now() where id = $1', [user.id]);
  expect(await signInWith(api, idp)).toHaveProperty('code');
});
afterAll(async () => {
  await idp.close();
});

const attack = (how: Attack) => attackOn({ db: server.db, api, idp }, how);

describe('a response with signature wrapping is refused', () => {
  it.each(Object.entries(wrappings))('when the signature covers %s', async (name, forge) => {
    const signResponse = /^XSW[12]/.test(name);
    await attack({
      changes: { signResponse, signAssertion: true },
      forge: (xml) => forge(xml, victim),
    });
    if (signResponse)
      await attack({
        changes: { signResponse, signAssertion: false },
        forge: (xml) => forge(xml, victim),
      });
  });

  it('when it contains two genuine assertions', async () => {
    await attack({
      forge: async (xml, begun) => {
        const other = await idp.respond(begun, { person: person('bea@corp.example') });
        return xml.replace('</samlp:Response>', () => `${assertionOf(other)}</samlp:Response>`);
      },
    });
  });
});

describe('a response with a bad signature is refused', () => {
  it.each<[string, Attack]>([
    ['nothing', { changes: { signAssertion: false } }],
    ['nothing', { forge: withoutSignature }],
    ['only the response', { changes: { signAssertion: false, signResponse: true } }],
    ['something else', { forge: (xml) => xml.replaceAll('ada@corp.example', victim) }],
    [
      'an assertion in another place',
      {
        forge: (xml) => {
          const good = assertionOf(xml);
          return xml
            .replace(good, () => evilOf(good, victim))
            .replace('<samlp:Status>', () => `${signatureOf(good)}<samlp:Status>`);
        },
      },
    ],
    [
      'with a good assertion and a badly signed response',
      {
        changes: { signAssertion: true, signResponse: true },
        forge: (xml) => xml.replace('<samlp:Status>', '<samlp:Status x="">'),
      },
    ],
    ['with SHA-1', { changes: { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' } }],
    [
      'with another key, whose certificate is included',
      {
        changes: selfSigned('somebody'),
      },
    ],
  ])('%s', async (_, how) => {
    await attack(how);
  });

  it.each([
    'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
  ])('with the public certificate used as a shared secret: %s', async (algorithm) => {
    await attack({
      forge: (xml) => withHmac(xml, idp.cert, algorithm),
    });
  });
});

describe('a response with unsigned content is refused or read safely', () => {
  it('with a comment in NameID or an attribute', async () => {
    const who = { person: person('admin@corp.example.evil.example') };
    const forge = async (_: string, begun: Begun) =>
      (await idp.respond(begun, who)).replaceAll('corp.example.evil', 'corp.example<!---->.evil');
    expect(await attack({ forge })).toContain('comment');
  });

  it('with a comment in front, a processing instruction or a CDATA section', async () => {
    for (const markup of ['<!-- -->', '<?php 1 ?>', '<![CDATA[x]]>'])
      await attack({ forge: (xml) => xml.replace('<samlp:Status>', `${markup}<samlp:Status>`) });
  });

  it('with a document type whose entities read files, call servers, or grow', async () => {
    const types = [
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      `<!DOCTYPE r SYSTEM "${idp.url}/dtd">`,
      '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
    ];
    for (const type of types)
      for (const head of ['', '<?xml version="1.0"?>'])
        await attack({
          forge: (xml) => head + type + xml.replace('urn:idp', '&x;urn:idp'),
        });
  });
});
