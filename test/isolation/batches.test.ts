import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { rowsOf } from '../support/seed-tenant.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const ours = useTenant(server);
const theirs = useTenant(server);
let ourType: DefinedType;
let theirIds: string[];
let ourIds: string[];
let theirRows: Record<string, string[]>;

beforeAll(async () => {
  const settings = { email: { data_type: 'email', is_unique: true } };
  ourType = await defineType(ours, settings, { name: 'people' });
  const theirType = await defineType(theirs, settings, { name: 'people' });
  const objects = [{ properties: { email: 'ada@example.com' } }, { properties: {} }];
  theirIds = (await theirs.post(`${theirType.path}/batch/create`, { objects })).body.data.ids;
  await theirs.delete(`${theirType.path}/${theirIds[1]}`);
  theirRows = await rowsOf(server.db, theirs.tenant.id);
});
beforeEach(async () => {
  const objects = [{ properties: {} }, { properties: {} }];
  ourIds = (await ours.post(`${ourType.path}/batch/create`, { objects })).body.data.ids;
});
afterAll(async () => {});

const batch = async (verb: string, body: object) =>
  ours.post(`${ourType.path}/batch/${verb}`, body);
const expectTheirsUntouched = async () =>
  expect(await rowsOf(server.db, theirs.tenant.id)).toEqual(theirRows);

describe('a batch that mixes own ids with another tenant’s', () => {
  it('reads the tenant’s own objects', async () => {
    const { body } = await batch('read', { object_ids: [...theirIds, ...ourIds] });
    expect(body.data.map((object: { id: string }) => object.id)).toEqual(ourIds);
  });

  it('updates nothing, or with atomic=false the tenant’s own objects', async () => {
    const updates = [theirIds[0], ourIds[0]].map((object_id) => ({
      object_id,
      properties: { touched: true },
    }));
    const refused = await batch('update', { updates });
    expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await ours.get(`${ourType.path}/${ourIds[0]}`)).body.data.version).toBe(1);

    const { body } = await batch('update?atomic=false', { updates });
    expect(body.data.results).toMatchObject([
      { index: 0, success: false, error: { code: 'NOT_FOUND' } },
      { index: 1, success: true, id: ourIds[0], version: 2 },
    ]);
    await expectTheirsUntouched();
  });

  it('deletes and restores the tenant’s own objects', async () => {
    const object_ids = [...theirIds, ...ourIds];
    expect((await batch('delete', { object_ids })).body.data).toEqual({
      deleted: ourIds,
      count: 2,
    });
    expect((await batch('restore', { object_ids })).body.data).toEqual({
      restored: ourIds,
      count: 2,
    });
    const gone = await batch('delete', { object_ids, permanent: true });
    expect(gone.body.data).toEqual({ deleted: ourIds, count: 2 });
    await expectTheirsUntouched();
  });

  it('matches no object of the other tenant by its unique value', async () => {
    const { body } = await batch('upsert', {
      match_on: 'email',
      objects: [{ properties: { email: 'ada@example.com' } }],
    });
    expect(body.data).toMatchObject({ created: 1, updated: 0 });
    expect(theirIds).not.toContain(body.data.ids[0]);
    await expectTheirsUntouched();
  });
});

describe('uniqueness is per tenant', () => {
  it('for names of types and properties, values and labels', async () => {
    const third = await createTenant(server);
    const type = await third.post('/v1/object-types', { name: 'people' });
    const property = await third.post('/v1/object-types/people/properties', {
      name: 'email',
      data_type: 'email',
      is_unique: true,
    });
    const object = await third.post('/v1/objects/people', {
      properties: { email: 'ada@example.com' },
    });
    const key = await third.post('/v1/keys', { label: 'First key', scopes: ['*'] });
    expect([type.status, property.status, object.status, key.status]).toEqual([201, 201, 201, 201]);
  });

  it('and a conflict names one of the tenant’s own objects', async () => {
    const fourth = await createTenant(server);
    const { path } = await defineType(fourth, { email: { data_type: 'email', is_unique: true } });
    const properties = { email: 'ada@example.com' };
    const { id } = (await fourth.post(path, { properties })).body.data;
    const { status, body } = await fourth.post(path, { properties });
    expect([status, body.error.details.existing_id]).toEqual([409, id]);
  });
});
