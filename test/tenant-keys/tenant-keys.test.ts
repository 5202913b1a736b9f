import { describe, expect, it } from 'vitest';
import { createTenant, platformClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

const keysOf = (tenantId: string) => `/admin/tenants/${tenantId}/keys`;

describe('the operator', () => {
  it('can list the keys of one tenant, newest first, without their secrets', async () => {
    const [api, other] = [await createTenant(server), await createTenant(server)];
    const { keyId, token } = await api.withKey(['read'], { label: 'Website' });
    const { body, headers } = await platformClient(server).get(keysOf(api.tenant.id));
    expect(body.data.map((key: { id: string; label: string }) => [key.id, key.label])).toEqual([
      [keyId, 'Website'],
      [expect.stringMatching(/^key_/), 'First key'],
    ]);
    expect(headers.get('x-total-count')).toBe('2');
    expect(JSON.stringify(body)).not.toContain(token.split('_')[3]);
    expect(JSON.stringify(body)).not.toContain(other.tenant.id.slice(4));
  });

  it('can revoke a key at once, and its journal records it', async () => {
    const api = await createTenant(server);
    const key = await api.withKey(['read']);
    const path = `${keysOf(api.tenant.id)}/${key.keyId}`;
    const { body } = await platformClient(server).delete(path);
    expect(body.data).toMatchObject({ id: key.keyId, status: 'revoked' });
    expect((await key.get('/v1/object-types')).body.error.code).toBe('INVALID_TOKEN');
    const journal = await server.db.query(
      `select actor->>'type' as actor from app.journal
        where tenant_id = $1 and type = 'key.revoked' and resource_id = $2`,
      [api.tenant.id, key.keyId],
    );
    expect(journal.rows).toEqual([{ actor: 'platform' }]);
  });

  it('can revoke a revoked key again without harm', async () => {
    const api = await createTenant(server);
    const { keyId } = await api.withKey(['read']);
    const revoke = () => platformClient(server).delete(`${keysOf(api.tenant.id)}/${keyId}`);
    await revoke();
    expect((await revoke()).body.data).toMatchObject({ id: keyId, status: 'revoked' });
  });

  it('finds no key under another tenant, and no unknown tenant', async () => {
    const [api, other] = [await createTenant(server), await createTenant(server)];
    const { keyId, get } = await api.withKey(['read']);
    const operator = platformClient(server);
    const nobody = 'ten_00000000000000000000000000000000';
    expect((await operator.delete(`${keysOf(other.tenant.id)}/${keyId}`)).status).toBe(404);
    expect((await operator.delete(`${keysOf(nobody)}/${keyId}`)).status).toBe(404);
    expect((await operator.get(keysOf(nobody))).body.error.details.resource).toBe('tenant');
    expect((await get('/v1/object-types')).status).toBe(200);
  });

  it('is only the holder of the platform key', async () => {
    const api = await createTenant(server);
    const path = keysOf(api.tenant.id);
    expect((await api.get(path)).status).toBe(403);
    expect((await api.as(undefined).get(path)).status).toBe(401);
    expect((await api.delete(`${path}/key_x`)).status).toBe(403);
    expect((await api.as(undefined).delete(`${path}/key_x`)).status).toBe(401);
  });
});
