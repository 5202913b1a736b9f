import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { atTenant } from '../support/at-tenant.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { associationPath, createObject } from './support.ts';

const server = useServer();
const tenant = useTenant(server);
let deals: DefinedType;
let contacts: DefinedType;
let deal: string;
let contact: string;
beforeAll(async () => {
  deals = await defineType(tenant, {}, { name: 'deals' });
  contacts = await defineType(tenant, {}, { name: 'contacts' });
  deal = await createObject(tenant, deals);
  contact = await createObject(tenant, contacts);
});

const path = (name: string, from = deal, to = contact) =>
  associationPath([deals, from], name, [contacts, to]);

describe('putting an association', () => {
  it('creates it, with the types by name and by id', async () => {
    const { status, body } = await tenant.put(path('buyer'), { meta: { since: 2020 } });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^asc_[0-9a-f]{32}$/),
      from_type: 'deals',
      from_type_id: deals.id,
      from_id: deal,
      association_type: 'buyer',
      to_type: 'contacts',
      to_type_id: contacts.id,
      to_id: contact,
      meta: { since: 2020 },
      created_at: body.data.updated_at,
      updated_at: expect.any(String),
    });
  });

  it('accepts types by id or name, and no body at all', async () => {
    const byId = `/v1/objects/${deals.id}/${deal}/associations/seller/${contacts.id}/${contact}`;
    const { status, body } = await tenant.put(byId);
    expect([status, body.data.meta]).toEqual([200, {}]);
    expect((await tenant.put(path('seller'))).body.data.id).toBe(body.data.id);
  });

  it('again replaces the meta, and keeps id and creation time', async () => {
    const first = (await tenant.put(path('again'), { meta: { a: 1, b: 2 } })).body.data;
    const { status, body } = await tenant.put(path('again'), { meta: { c: 3 } });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...first,
      meta: { c: 3 },
      updated_at: expect.not.stringMatching(first.updated_at),
    });
    expect((await tenant.put(path('again'))).body.data.meta).toEqual({});
  });

  it('has one direction and one name', async () => {
    const there = (await tenant.put(path('knows'))).body.data;
    const back = associationPath([contacts, contact], 'knows', [deals, deal]);
    expect((await tenant.put(back)).body.data.id).not.toBe(there.id);
    expect((await tenant.put(path('known-to'))).body.data.id).not.toBe(there.id);
  });

  it('simultaneously by many creates only one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => tenant.put(path('crowd'), { meta: { n } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('requires the scope write', async () => {
    const reader = await tenant.withKey(['read', 'schema']);
    for (const call of [reader.put(path('buyer')), reader.delete(path('buyer'))])
      expect((await call).body.error.code).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('an association is refused', () => {
  it.each(['Owner', 'o o', 'ö', 'a.b', 'x'.repeat(64)])('with the name %s', async (name) => {
    const { status, body } = await tenant.put(path(encodeURIComponent(name)));
    expect([status, body.error.param]).toEqual([400, 'association_type']);
    expect((await tenant.delete(path(encodeURIComponent(name)))).status).toBe(400);
  });

  it('of an object with itself', async () => {
    const { status, body } = await tenant.put(
      associationPath([deals, deal], 'self', [deals, deal]),
    );
    expect([status, body.error.param]).toEqual([400, 'to_id']);
  });

  it('with unknown objects and types, or those in the trash', async () => {
    const trashed = await createObject(tenant, contacts);
    await tenant.delete(`${contacts.path}/${trashed}`);
    const missing: [string, string][] = [
      [path('buyer', 'obj_0'), 'object'],
      [path('buyer', deal, 'obj_0'), 'object'],
      [path('buyer', deal, trashed), 'object'],
      [path('buyer', deal, deal), 'object'],
      [path('buyer').replace('deals', 'nothing'), 'object_type'],
      [path('buyer').replace('contacts', 'nothing'), 'object_type'],
    ];
    for (const [absent, resource] of missing)
      for (const call of [tenant.put(absent), tenant.delete(absent)]) {
        const { status, body } = await call;
        expect([absent, status, body.error.details]).toEqual([absent, 404, { resource }]);
      }
  });

  it('with a meta that is not an object, or is too large', async () => {
    for (const meta of [null, [], 'x', 1])
      expect((await tenant.put(path('meta'), { meta })).body.error.param).toBe('meta');
    // {"a":"…"} is 8 bytes beside its text; é is two bytes.
    const fits = { a: 'é'.repeat((10_240 - 8) / 2) };
    expect((await tenant.put(path('meta'), { meta: fits })).status).toBe(200);
    const { status, body } = await tenant.put(path('meta'), { meta: { a: `${fits.a}x` } });
    expect([status, body.error.param]).toEqual([400, 'meta']);
    expect((await tenant.put(path('meta'), { meta: fits })).body.data.meta).toEqual(fits);
  });
});

describe('another tenant', () => {
  it('cannot associate its objects with ours, nor ours with anything (T04)', async () => {
    const other = await createTenant(server);
    const theirs = await defineType(other, {}, { name: 'contacts' });
    await defineType(other, {}, { name: 'deals' });
    const their = await createObject(other, theirs);
    const nobody = `obj_${'0'.repeat(32)}`;
    for (const [real, absent] of [
      [path('buyer', deal, their), path('buyer', deal, nobody)],
      [
        associationPath([deals, deal], 'buyer', [theirs, their]).replace('contacts', theirs.id),
        path('buyer', deal, nobody).replace('contacts', 'ot_0'),
      ],
    ] as const) {
      const [answer, twin] = [await tenant.put(real), await tenant.put(absent)];
      expect([answer.status, twin.status]).toEqual([404, 404]);
      expect(answer.body.error.details).toEqual(twin.body.error.details);
    }
    for (const call of [other.put(path('buyer')), other.delete(path('buyer'))])
      expect((await call).status).toBe(404);
    const list = await other.get(`${theirs.path}/${their}/associations`);
    expect(list.body.data).toMatchObject({ results: [], total: 0 });
    const { rows } = await server.db.query(
      'select from app.associations where $1 in (from_id, to_id)',
      [their],
    );
    expect(rows).toEqual([]);
  });
});

describe('removing an association', () => {
  it('answers with its id, only once', async () => {
    const { id } = (await tenant.put(path('removed'))).body.data;
    const { status, body } = await tenant.delete(path('removed'));
    expect([status, body.data]).toEqual([200, { id, deleted: true }]);
    const again = await tenant.delete(path('removed'));
    expect([again.status, again.body.error.details]).toEqual([404, { resource: 'association' }]);
    expect((await tenant.put(path('removed'))).body.data.id).not.toBe(id);
  });
});

describe('an association undone from the journal', () => {
  it('is restored as it was, with its id and creation time, and removed again', async () => {
    const before = (await tenant.put(path('journaled'), { meta: { a: [1, null] } })).body.data;
    await tenant.delete(path('journaled'));
    await tenant.patch(`/v1/object-types/${deals.id}`, { name: 'bargains' });
    const call = (name: string, more = '') =>
      atTenant(
        server,
        tenant.tenant.id,
        `select app.${name}(tenant_id, app.association_record_args(before::jsonb)${more})
         from app.journal where type = 'association.deleted' and resource_id = $1 limit 1`,
        [before.id],
      );
    await call('association_put', `, resource_id, (before->>'created_at')::timestamptz`);
    const list = `/v1/objects/${deals.id}/${deal}/associations?association_type=journaled`;
    expect((await tenant.get(list)).body.data.results).toEqual([
      {
        ...before,
        from_type: 'bargains',
        updated_at: expect.any(String),
        direction: 'outgoing',
        inverse_name: null,
      },
    ]);
    await call('association_remove');
    expect((await tenant.get(list)).body.data.results).toEqual([]);
    await tenant.patch(`/v1/object-types/${deals.id}`, { name: 'deals' });
  });
});
