import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTenant, type TenantClient } from '../support/api.ts';
import { selfSigned } from '../support/certificate.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/saml-idp.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { enter, providers } from './support.ts';

const server = useServer({
  TRUSTED_PROXIES: 'loopback',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
});
let api: TenantClient;
let idp: IdentityProvider;
let xml: string;
beforeAll(async () => {
  idp = await startIdentityProvider(server, 'ten_any');
  xml = await idp.metadata();
});
beforeEach(async () => {
  api = await createTenant(server);
});
afterAll(async () => {
  await idp.close();
});

const outcome = ({ status, body }: Answer) => [status, body.error?.code, body.error?.param];

describe('an identity provider', () => {
  it('is created from its metadata, read, changed and deleted', async () => {
    const attribute_mapping = { keys: { email: { name: 'mail' } } };
    const settings = { domains: ['Corp.example', 'corp.example', 'b.example'], attribute_mapping };
    const created = await api.post(providers, { name: 'Corp', metadata_xml: xml, ...settings });
    expect(created.status).toBe(201);
    const record = created.body.data;
    expect(record).toEqual({
      id: expect.stringMatching(/^saml_[0-9a-f]{32}$/),
      type: 'saml',
      name: 'Corp',
      entity_id: idp.entityId,
      sso_url: `${idp.url}/sso`,
      slo_url: `${idp.url}/logout`,
      metadata_url: null,
      certificate_fingerprints: [new X509Certificate(idp.cert).fingerprint256],
      certificates: [new X509Certificate(idp.cert).raw.toString('base64')],
      domains: ['b.example', 'corp.example'],
      attribute_mapping,
      default_role: null,
      enabled: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `${providers}/${record.id}`;
    expect((await api.get(path)).body.data).toEqual(record);
    const list = await api.get(providers);
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(list.body.data).toEqual([record]);

    const changes = { name: 'Corp 2', domains: [], attribute_mapping: {}, enabled: false };
    const changed = (await api.patch(path, changes)).body.data;
    expect(changed).toEqual({ ...record, ...changes, updated_at: expect.any(String) });
    expect(changed.updated_at > record.updated_at).toBe(true);
    expect((await api.delete(path)).body.data).toEqual({ id: record.id, deleted: true });
    for (const again of [api.get(path), api.patch(path, { name: 'x' }), api.delete(path)])
      expect((await again).status).toBe(404);
  });

  it('is created from a metadata URL, which is fetched again when it is sent again', async () => {
    const { id } = await enter(api, idp, {});
    const path = `${providers}/${id}`;
    const other = await startIdentityProvider(server, api.tenant.id, 'moved');
    const moved = await api.patch(path, { metadata_url: other.metadataUrl });
    expect(moved.body.data).toMatchObject({
      entity_id: other.entityId,
      metadata_url: other.metadataUrl,
      certificate_fingerprints: [new X509Certificate(other.cert).fingerprint256],
    });
    const back = await api.patch(path, { metadata_xml: xml });
    expect(back.body.data).toMatchObject({ entity_id: idp.entityId, metadata_url: null });
    await other.close();
  });

  it('may rotate its key: all signing certificates are trusted', async () => {
    const next = selfSigned('next');
    const one = new X509Certificate(next.cert).raw.toString('base64');
    const key = /<KeyDescriptor.*?<\/KeyDescriptor>/s.exec(xml)?.[0] as string;
    const second = key.replace(/(<X509Certificate>).*?(<)/s, `$1${one}$2`);
    const encryption = second.replace(/use="signing"/, 'use="encryption"');
    const metadata_xml = xml.replace(key, `${key}${second}<!-- old -->${encryption}`);
    const { body } = await api.post(providers, { name: 'Two', metadata_xml });
    expect(body.data.certificate_fingerprints).toEqual(
      [idp.cert, next.cert].map((cert) => new X509Certificate(cert).fingerprint256),
    );
  });

  it('is the only one with its entity id and its domains', async () => {
    await enter(api, idp);
    const again = await api.post(providers, { name: 'Again', metadata_xml: xml });
    expect(outcome(again)).toEqual([409, 'ALREADY_EXISTS', 'entity_id']);
    const metadata_xml = xml.replaceAll(idp.entityId, 'urn:second');
    const taken = { name: 'Second', metadata_xml, domains: ['CORP.example'] };
    expect(outcome(await api.post(providers, taken))).toEqual([409, 'ALREADY_EXISTS', 'domains']);
    const { body } = await api.post(providers, { ...taken, domains: ['second.example'] });
    const path = `${providers}/${body.data.id}`;
    for (const [field, change] of [
      ['domains', { domains: ['corp.example'] }],
      ['entity_id', { metadata_xml: xml }],
    ] as const)
      expect(outcome(await api.patch(path, change))).toEqual([409, 'ALREADY_EXISTS', field]);
    expect((await api.patch(path, { domains: ['second.example', 'x.example'] })).status).toBe(200);
    // Another tenant may trust the same one.
    await enter(await createTenant(server), idp);
  });
});

describe('provider metadata is refused', () => {
  const bare = (text: string) => text.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, '');
  it.each<[string, (text: string) => string]>([
    ['invalid XML', () => 'metadata'],
    ['a page', () => '<html><body>Sign in</body></html>'],
    ['a document type', (text) => text.replace('<EntityDescriptor', '<!DOCTYPE x []>$&')],
    ['no identity provider', (text) => text.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
    ['two providers', (text) => text.replace(/<IDPSSODescriptor.*<\/IDPSSODescriptor>/s, '$&$&')],
    ['no entityID', (text) => text.replace(/entityID="[^"]*"/, '')],
    ['no HTTP-Redirect', (text) => text.replaceAll('HTTP-Redirect', 'SOAP')],
    [
      'a script as its URL',
      (text) => text.replaceAll(/Location="[^"]*"/g, 'Location="javascript:alert(1)"'),
    ],
    ['no certificate', bare],
    ['a broken certificate', (text) => text.replace(/(<X509Certificate>).*?(<)/s, '$1AAAA$2')],
    [
      'a weak certificate',
      (text) => {
        const weak = new X509Certificate(selfSigned('weak', 1024).cert).raw.toString('base64');
        return text.replace(/(<X509Certificate>).*?(<)/s, `$1${weak}$2`);
      },
    ],
    ['depth', () => '<a>'.repeat(1000)],
  ])('with %s', async (_, change) => {
    const metadata_xml = change(xml);
    expect(metadata_xml).not.toBe(xml);
    const answer = await api.post(providers, { name: 'Bad', metadata_xml });
    expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR', 'metadata_xml']);
    expect(answer.body.error.details[0].code).toBe('invalid_metadata');
  });

  it('when it is larger than 256 kB, missing, or given twice', async () => {
    const metadata_url = idp.metadataUrl;
    for (const given of [
      { metadata_xml: ' '.repeat(262_145) },
      {},
      { metadata_xml: xml, metadata_url },
      { metadata_xml: 7 },
    ]) {
      const answer = await api.post(providers, { name: 'Bad', ...given });
      expect(outcome(answer)).toEqual([400, 'VALIDATION_ERROR', 'metadata_xml']);
    }
  });

  it('when its URL returns no metadata, or may not be called', async () => {
    const pages: Record<string, () => [number, string]> = {
      '/gone': () => [404, xml],
      '/large': () => [200, 'x'.repeat(300_000)],
      '/moved': () => [302, ''],
      '/page': () => [200, '<html></html>'],
    };
    const web = createServer((req, res) => {
      const [status, text] = pages[req.url as string]?.() ?? [500, ''];
      res.writeHead(status, { location: idp.metadataUrl }).end(text);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => web.once('listening', resolve));
    const { port } = web.address() as AddressInfo;
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    const enterAt = (metadata_url: string, client = api) =>
      client.post(providers, { name: 'Away', metadata_url });
    for (const path of ['/gone', '/large', '/moved'])
      expect(outcome(await enterAt(at(path)))).toEqual([502, 'UPSTREAM_ERROR', 'metadata_url']);
    expect(outcome(await enterAt(at('/page')))).toEqual([400, 'VALIDATION_ERROR', 'metadata_url']);
    await new Promise((resolve) => web.close(resolve));
    expect((await enterAt(at('/gone'))).status).toBe(502);
    for (const url of ['file:///etc/passwd', 'no url', 'http://10.0.0.1/', 'http://a:b@x.example/'])
      expect(outcome(await enterAt(url))).toEqual([400, 'VALIDATION_ERROR', 'metadata_url']);
  });
});

describe('other invalid fields of a provider are refused', () => {
  it.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(201) }],
    ['domains[0]', { domains: ['no domain'] }],
    ['domains[0]', { domains: ['ada@corp.example'] }],
    ['domains', { domains: 'corp.example' }],
    ['attribute_mapping.keys.email.name', { attribute_mapping: { keys: { email: { name: 1 } } } }],
    ['attribute_mapping.keys', { attribute_mapping: { keys: [] } }],
    ['default_role', { default_role: 'nobody' }],
    ['enabled', { enabled: 'yes' }],
    ['type', { type: 'oauth' }],
  ])('as %s: %j', async (field, change) => {
    const created = await api.post(providers, { name: 'Bad', metadata_xml: xml, ...change });
    expect(outcome(created)).toEqual([400, 'VALIDATION_ERROR', field]);
    const { id } = await enter(api, idp, {});
    const changed = await api.patch(`${providers}/${id}`, change);
    expect(outcome(changed)).toEqual([400, 'VALIDATION_ERROR', field]);
  });
});

describe('setting up a provider', () => {
  it('requires the scope auth, or for users a role that manages providers', async () => {
    const body = { name: 'Corp', metadata_xml: xml };
    const unread = { name: 'Corp', metadata_xml: 'never looked at' };
    const { client: plain } = await signUp(api);
    for (const caller of [
      await api.withKey(['read']),
      plain,
      api.as(`${api.token.slice(0, -3)}AAA`),
    ])
      expect([401, 403]).toContain((await caller.post(providers, unread)).status);
    for (const scope of ['read', 'write', 'schema'])
      expect((await (await api.withKey([scope])).post(providers, body)).status).toBe(403);
    expect((await (await api.withKey(['auth'])).post(providers, body)).status).toBe(201);
  });

  it('gives new users no role with more rights than its author', async () => {
    const { id } = await enter(api, idp, {});
    const path = `${providers}/${id}`;
    const permissions = { editor: ['objects:write'], keeper: ['keys:manage', 'sql:read'] };
    for (const [name, held] of Object.entries(permissions)) {
      const { body } = await api.post('/v1/roles', { name });
      await api.put(`/v1/roles/${body.data.id}/permissions`, { permissions: held });
    }
    const limited = await api.withKey(['auth', 'write']);
    for (const default_role of ['owner', 'admin', 'keeper']) {
      const answer = await limited.patch(path, { default_role });
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect((await api.patch(path, { default_role })).body.data.default_role).toBe(default_role);
      // The existing text may stay.
      expect((await limited.patch(path, { default_role, name: 'x' })).status).toBe(200);
    }
    for (const default_role of ['user', 'editor', null])
      expect((await limited.patch(path, { default_role })).status).toBe(200);
    expect((await api.patch(path, { default_role: 'anonymous' })).status).toBe(400);
  });

  it('can be changed only with all rights of its first author', async () => {
    const limited = await api.withKey(['auth']);
    const { id } = await enter(api, idp);
    const path = `${providers}/${id}`;
    for (const change of [
      { metadata_xml: xml },
      { domains: ['all.example'] },
      { attribute_mapping: {} },
    ]) {
      const answer = await limited.patch(path, change);
      expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect((await api.patch(path, change)).status).toBe(200);
    }
    expect((await limited.patch(path, { enabled: false })).status).toBe(200);
    expect((await limited.delete(path)).status).toBe(200);
  });
});
