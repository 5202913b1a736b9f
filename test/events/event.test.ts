import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { settle } from '../support/settle.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let api: TenantClient;
/** Behind what setting up has left. */
let start: string;
beforeEach(async () => {
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'contacts' });
  start = await now();
});

const now = async () => (await changes({ since: 'now' })).next_since;

/** The answer of the feed once it can show everything done before. */
async function changes(query: Record<string, string>) {
  await settle(server.db);
  const { status, body } = await api.get(`/v1/changes?${new URLSearchParams(query)}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

async function create(properties: object = {}): Promise<string> {
  const { body } = await api.post('/v1/objects/contacts', { properties });
  return body.data.id;
}

describe('an event', () => {
  it('shows what happened, who did it, and the state after and before', async () => {
    const created = await api.post('/v1/objects/contacts', { properties: { a: 1, b: [1] } });
    const path = `/v1/objects/contacts/${created.body.data.id}`;
    const updated = await api.patch(path, { properties: { a: 2 } });
    const { results } = await changes({ since: start });
    const { body: keys } = await api.get('/v1/keys');
    const common = {
      tenant_id: api.tenant.id,
      actor: { type: 'api_key', id: keys.data[0].id, email: null },
      object_type_id: created.body.data.object_type_id,
    };
    expect(results).toMatchObject([
      { ...common, type: 'object.created', data: created.body.data, previous: null, changed: null },
      {
        ...common,
        type: 'object.updated',
        data: updated.body.data,
        previous: { version: 1, properties: { a: 1 } },
        changed: ['a'],
      },
    ]);
    // The place in the order goes by the transaction, which several requests may share.
    for (const { id, seq, tx_id } of results)
      expect(seq).toBe(`${BigInt.asUintN(48, BigInt(tx_id))}-${id.slice('evt_'.length)}`);
    expect(Object.keys(results[1].previous)).toEqual(['version', 'properties']);
  });

  it('of a trash, restore or permanent delete has the right type and states', async () => {
    const path = `/v1/objects/contacts/${await create({ a: 1 })}`;
    const since = await now();
    await api.delete(path);
    await api.post(`${path}/restore`);
    const { body } = await api.delete(`${path}?force=true`);
    await api.delete(`${path}?force=true&confirm_token=${body.error.confirm_token}`);
    const { results } = await changes({ since });
    expect(results).toMatchObject([
      { type: 'object.deleted', data: { is_deleted: true }, changed: ['is_deleted'] },
      { type: 'object.restored', previous: { is_deleted: true, version: 2 } },
      { type: 'object.purged', data: { properties: { a: 1 } }, previous: null, changed: null },
    ]);
    expect(results[0].previous).toEqual({ version: 1, is_deleted: false });
  });

  it('of a record other than an object names the changed fields', async () => {
    const path = '/v1/object-types/contacts';
    await api.patch(path, { name: 'people', display_name: 'People' });
    const [event] = (await changes({ since: start })).results;
    expect(event).toMatchObject({
      type: 'object_type.updated',
      previous: { name: 'contacts', display_name: null },
      changed: ['display_name', 'name'],
    });
  });

  it('larger than 20 KB contains only the id', async () => {
    const id = await create({ text: 'ä'.repeat(9_000) });
    const whole = (await changes({ since: start })).results[0];
    expect([whole.truncated, whole.data.properties.text.length]).toEqual([undefined, 9_000]);
    await api.patch(`/v1/objects/contacts/${id}`, { properties: { text: 'ä'.repeat(10_000) } });
    const many = Array.from({ length: 2_000 }, (_, i) => [`${'p'.repeat(40)}${i}`, i]);
    await api.patch(`/v1/objects/contacts/${id}`, { properties: Object.fromEntries(many) });
    const { results } = await changes({ since: whole.seq });
    expect(results).toMatchObject([
      { type: 'object.updated', data: { id }, previous: null, changed: ['text'], truncated: true },
      { type: 'object.updated', data: { id }, previous: null, truncated: true },
    ]);
    for (const event of results) {
      expect(Object.keys(event.data)).toEqual(['id']);
      expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(20_480);
    }
  });
});
