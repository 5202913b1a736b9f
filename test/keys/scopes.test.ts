import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, createTenant } from '../support/api.ts';
import { callOperation, documentedOperations, isOfTenant } from '../support/operations.ts';
import { samlMetadata } from '../support/saml-metadata.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const scopes = ['read', 'write', 'schema', 'files', 'auth', 'ai', '*'];
/** Which scopes open a route by themselves (sql needs read beside it: test/sql/policies.test.ts), by the scope that it names. */
const opens: Record<string, string[]> = {
  read: ['read', 'write', 'schema', '*'],
  sql: ['*'],
  ...Object.fromEntries(scopes.slice(1).map((scope) => [scope, [scope, '*']])),
};
/** Nothing has these ids: an allowed call finds nothing, a refused one never looks. */
const paramsWith = (given: Record<string, string>) =>
  new Proxy(given, { get: (known, name) => known[String(name)] ?? `${String(name)}-none` });
const params = paramsWith({ version_number: '1', tx_id: '1' });
/** Asks each scope of a request by itself, which test/transactions looks at: here, one that every scope has. */
const harmless = { requests: [{ method: 'GET', path: '/v1/object-types' }] };
/** Instead of the examples of the documentation. */
const bodies: Record<string, object> = {
  'transaction.run': harmless,
  'sql.run': { sql: 'select 1' },
  'saml_provider.create': { name: 'Scopes', metadata_xml: samlMetadata('scopes') },
};

/** Headers that the tus protocol requires with each request. */
const tusHeaders = {
  'tus-resumable': '1.0.0',
  'upload-length': '5',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
};
const headersOf = (id: string) => (id.startsWith('file.resumable_') ? tusHeaders : {});

const server = useServer();
const api = useTenant(server);

describe('the scope of a route', () => {
  it.each(scopes)('lets a key with only %s call what it names, and nothing else', async (scope) => {
    const key = await (await createTenant(server)).withKey([scope]);
    const operations = (await documentedOperations(server.url)).filter(
      (operation) => isOfTenant(operation) && operation.scope !== 'user',
    );
    expect(operations.length).toBeGreaterThan(25);
    for (const operation of operations) {
      // A key may give away no more than it has.
      const given = bodies[operation.id] ?? operation.body;
      const body = given && {
        ...given,
        ...('scopes' in given ? { scopes: [scope] } : {}),
        ...('permissions' in given ? { permissions: [] } : {}),
      };
      const called = { ...operation, ...(body ? { body } : {}) };
      const answer = await callOperation(key, called, params, headersOf(operation.id));
      if (opens[operation.scope]?.includes(scope)) {
        // There is no subscription that could end.
        const nothingThere = operation.id.startsWith('subscription.') ? [409] : [404];
        // The file of the example needs a right of its own.
        const ofFiles = operation.id === 'ai.describe_image' && scope === 'ai' ? [403] : [];
        expect([200, 201, ...nothingThere, ...ofFiles], operation.id).toContain(answer.status);
      } else {
        expect(answer.body.error, operation.id).toMatchObject({
          code: 'INSUFFICIENT_SCOPE',
          details: { required: operation.scope, held: [scope] },
        });
        expect(answer.status).toBe(403);
      }
    }
  });

  it('is not enough where users act on themselves', async () => {
    const operations = await documentedOperations(server.url);
    for (const operation of operations.filter(({ scope }) => scope === 'user')) {
      const { status, body } = await callOperation(api, operation, params);
      expect([status, body.error.code], operation.id).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('opens no platform operation to a tenant’s key', async () => {
    const operations = (await documentedOperations(server.url)).filter(
      (operation) => operation.scope === 'platform',
    );
    expect(operations.length).toBeGreaterThan(7);
    for (const operation of operations) {
      const ids = paramsWith({ tenant_id: api.tenant.id });
      const refused = await callOperation(api, operation, ids);
      expect([refused.status, refused.body.error.code], operation.id).toEqual([403, 'FORBIDDEN']);
      const anonymous = await callOperation(api.as(undefined), operation, ids);
      expect([anonymous.status, anonymous.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  it('does not matter to the platform key, which opens no tenant route', async () => {
    // Another process: this one has counted the refused calls of the tests before.
    const sibling = await server.sibling();
    onTestFinished(() => sibling.close());
    const operator = createClient(sibling, sibling.platformKey);
    for (const operation of await documentedOperations(server.url)) {
      if (!isOfTenant(operation)) continue;
      const { status, body } = await callOperation(operator, operation, params);
      expect([status, body.error.code], operation.id).toEqual([403, 'FORBIDDEN']);
    }
  });
});

describe('a key that grants scopes', () => {
  it.each([
    [['auth'], ['*']],
    [['auth'], ['read']],
    [['auth', 'read'], ['write']],
    [['auth', 'write'], ['schema']],
  ])('holding %j creates no key with %j', async (held, wanted) => {
    const key = await api.withKey(held);
    const { status, body } = await key.post('/v1/keys', { scopes: wanted });
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });

  it('can grant what it holds, and what that includes', async () => {
    const key = await api.withKey(['auth', 'write']);
    expect((await key.post('/v1/keys', { scopes: ['auth', 'read'] })).status).toBe(201);
  });

  it('widens neither itself nor another key, by change or rotation', async () => {
    const key = await api.withKey(['auth', 'read']);
    const weaker = await api.withKey(['read']);
    for (const id of [key.keyId, weaker.keyId]) {
      expect((await key.patch(`/v1/keys/${id}`, { scopes: ['*'] })).status).toBe(403);
      expect((await key.post(`/v1/keys/${id}/rotate`, { scopes: ['write'] })).status).toBe(403);
    }
    expect((await weaker.get('/v1/object-types')).status).toBe(200);
  });

  it('cannot change a key that holds more', async () => {
    const key = await api.withKey(['auth']);
    const stronger = await api.withKey(['read']);
    for (const call of [
      key.patch(`/v1/keys/${stronger.keyId}`, { label: 'Taken over' }),
      key.patch(`/v1/keys/${stronger.keyId}`, { scopes: ['auth'] }),
      key.post(`/v1/keys/${stronger.keyId}/rotate`),
      key.delete(`/v1/keys/${stronger.keyId}`),
    ])
      expect((await call).status).toBe(403);
    expect((await stronger.get('/v1/object-types')).status).toBe(200);
  });
});
