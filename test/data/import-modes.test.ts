import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTenant } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: DefinedType;
beforeEach(async () => {
  type = await defineType(api, {
    email: { data_type: 'email', is_unique: true },
    age: { data_type: 'integer', is_indexed: true },
    name: 'string',
  });
});

const send = (body: object, client: Client = api) =>
  client.post('/v1/data/import', { object_type_id: type.name, ...body });
const total = async () => (await api.get(`${type.path}/list`)).body.data.total;
const byEmail = async () => {
  const { body } = await api.get(`${type.path}/list?limit=100`);
  return Object.fromEntries(
    body.data.results.map((o: { properties: { email: string } }) => [o.properties.email, o]),
  );
};
const people = (...names: string[]) =>
  names.map((name, index) => ({ email: `${name}@example.com`, name, age: index }));

describe('an import with mode insert', () => {
  it('creates each row as an ordinary object, in the order of the file', async () => {
    const { status, body } = await send({ rows: people('ada', 'bob', 'cy') });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ status: 'completed', total: 3, created: 3, updated: 0, skipped: 0, failed: 0 },
      ...{ errors: [], format: 'json', mode: 'insert', object_type_id: type.id },
    });
    const first = await api.get(`${type.path}/${body.data.ids[0]}`);
    expect(first.body.data).toMatchObject({ version: 1, properties: people('ada')[0] });
    const found = await api.post(`${type.path}/search`, {
      filters: [{ property: 'age', operator: 'eq', value: 2 }],
    });
    expect(found.body.data.results[0].properties.name).toBe('cy');
  });

  it('imports all rows or none, and names the bad ones', async () => {
    const rows = [...people('ada'), { email: 'no', age: 1.5 }, { email: 'x@y.de', age: 'old' }];
    const { status, body } = await send({ rows });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toMatch(/^Row 2 \w+: must be .*Nothing was imported/);
    expect(body.error.details.toSorted(byRow)).toEqual([
      { row: 2, property: 'age', code: 'invalid_integer', message: 'must be a whole number' },
      { row: 2, property: 'email', code: 'invalid_email', message: expect.any(String) },
      { row: 3, property: 'age', code: 'invalid_integer', message: 'must be a whole number' },
    ]);
    expect(await total()).toBe(0);
    expect((await api.get('/v1/data/imports')).body.data.results[0]?.object_type_id).not.toBe(
      type.id,
    );
  });

  it('with on_error skip imports the valid rows and reports the others', async () => {
    const rows = [...people('ada', 'bob'), { email: 'no' }, 7, ...people('ada'), { email: null }];
    const { body } = await send({ rows, on_error: 'skip' });
    expect(body.data).toMatchObject({ status: 'partial', total: 6, created: 3, failed: 3 });
    expect(body.data.errors).toMatchObject([
      { row: 3, property: 'email', code: 'invalid_email' },
      { row: 4, property: null, code: 'invalid_row' },
      { row: 5, property: 'email', code: 'unique_violation' },
    ]);
    const again = await send({ rows: people('ada', 'bob'), on_error: 'skip' });
    expect(again.body.data).toMatchObject({ status: 'failed', created: 0, failed: 2, ids: [] });
    expect(await total()).toBe(3);
  });

  it('finds a few bad rows among many, whatever their fault', async () => {
    await send({ rows: people('taken') });
    const rows: object[] = Array.from({ length: 2500 }, (_, n) => ({
      email: `u${n}@x.de`,
      age: n,
    }));
    rows[17] = { email: 'broken' };
    rows[1500] = { email: 'taken@example.com' };
    rows[2499] = { email: 'u3@x.de' };
    const { body } = await send({ rows, on_error: 'skip' });
    expect(body.data).toMatchObject({ total: 2500, created: 2497, failed: 3 });
    expect(
      body.data.errors.map(({ row, code }: { row: number; code: string }) => [row, code]),
    ).toEqual([
      [18, 'invalid_email'],
      [1501, 'unique_violation'],
      [2500, 'unique_violation'],
    ]);
    const all = await send({ rows });
    expect(all.status).toBe(400);
    expect(await total()).toBe(2498);
  });

  it('reports the first 100 bad rows', async () => {
    const rows = Array.from({ length: 150 }, () => ({ email: 'no' }));
    expect((await send({ rows })).body.error.details).toHaveLength(100);
    const { body } = await send({ rows, on_error: 'skip' });
    expect([body.data.failed, body.data.errors.length]).toEqual([150, 100]);
  });
});

const byRow = (a: { row: number; property: string }, b: { row: number; property: string }) =>
  a.row - b.row || a.property.localeCompare(b.property);

describe('an import with mode upsert or update', () => {
  it('changes what match_on finds, then upsert creates the rest and update skips it', async () => {
    await send({ rows: people('ada', 'bob') });
    const rows = [{ email: 'BOB@example.com', age: 50 }, ...people('cy')];
    const updated = await send({ rows, mode: 'update', match_on: ['email'] });
    expect(updated.body.data).toMatchObject({ updated: 1, created: 0, skipped: 1, total: 2 });
    const upserted = await send({ rows, mode: 'upsert', match_on: 'email' });
    expect(upserted.body.data).toMatchObject({ updated: 1, created: 1, skipped: 0 });
    const found = await byEmail();
    expect(found['bob@example.com']).toMatchObject({
      version: 2,
      properties: { name: 'bob', age: 50 },
    });
    expect(Object.keys(found)).toHaveLength(3);
  });

  it('finds objects by id in mode update', async () => {
    const { ids } = (await send({ rows: people('ada') })).body.data;
    const rows = [{ id: ids[0], age: 99 }, { id: 'obj_0', age: 1 }, { age: 1 }];
    const answer = await send({ rows, mode: 'update', match_on: 'id', on_error: 'skip' });
    expect(answer.body.data).toMatchObject({ updated: 1, skipped: 1, failed: 1 });
    expect((await byEmail())['ada@example.com'].properties).toEqual({
      ...people('ada')[0],
      age: 99,
    });
    const upsert = await send({ rows, mode: 'upsert', match_on: 'id' });
    expect([upsert.status, upsert.body.error.param]).toEqual([400, 'match_on']);
  });

  it('reports rows without a key, with one of an earlier row, or that match two objects', async () => {
    await send({ rows: [{ name: 'twin' }, { name: 'twin' }] });
    const rows = [{ name: 'one' }, { age: 1 }, { name: 'one' }, { name: 'twin' }];
    const { body } = await send({ rows, mode: 'upsert', match_on: 'name', on_error: 'skip' });
    expect(body.data).toMatchObject({ created: 1, failed: 3 });
    expect(body.data.errors).toMatchObject([
      { row: 2, property: 'name', code: 'required' },
      { row: 3, property: 'name', code: 'duplicate', message: expect.stringContaining('row 1') },
      { row: 4, code: 'invalid_state', message: expect.stringMatching(/^the row matches more/) },
    ]);
  });

  it.each([
    [{ mode: 'upsert' }, 'match_on'],
    [{ mode: 'update', match_on: 'nothing' }, 'match_on'],
    [{ mode: 'delete' }, 'mode'],
    [{ mode: 'upsert', match_on: [] }, 'match_on'],
  ])('is refused with %j', async (body, param) => {
    const answer = await send({ rows: people('ada'), ...body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  it('refuses to look for many rows among many objects without an index', async () => {
    const rows = Array.from({ length: 1500 }, (_, n) => ({ name: `n${n}` }));
    expect((await send({ rows })).status).toBe(200);
    const { status, body } = await send({ rows, mode: 'upsert', match_on: 'name' });
    expect([status, body.error.details[0].code]).toEqual([400, 'not_indexed']);
  });
});

describe('a dry run of an import', () => {
  it('shows what would happen, and changes nothing', async () => {
    const good = await send({
      ...{ rows: [...people('ada'), { made: 1 }], dry_run: true },
      create_missing_properties: true,
    });
    expect([good.status, good.body.data.created, good.body.dry_run]).toEqual([200, 2, true]);
    const bad = await send({ rows: [{ email: 'no' }], dry_run: true });
    expect([bad.status, bad.body.error.details[0].row]).toEqual([400, 1]);
    expect(await total()).toBe(0);
    const { body } = await api.get(`/v1/object-types/${type.id}/properties`);
    expect(body.data).toHaveLength(3);
    expect((await api.get(`/v1/data/import/${good.body.data.import_id}`)).status).toBe(404);
  });
});

describe('import records', () => {
  it('are listed newest first, page by page, without their errors', async () => {
    const other = await createTenant(server);
    const { name } = await defineType(other, { n: 'integer' });
    const ids: string[] = [];
    for (const n of [1, 2, 'x']) {
      const body = { object_type_id: name, rows: [{ n }], on_error: 'skip' };
      ids.unshift((await other.post('/v1/data/import', body)).body.data.import_id);
    }
    const first = (await other.get('/v1/data/imports?limit=2')).body.data;
    expect(first).toMatchObject({ total: 3, results: [{ status: 'failed', errors: [] }, {}] });
    const rest = await other.get(`/v1/data/imports?cursor=${first.next_cursor}`);
    const seen = [...first.results, ...rest.body.data.results];
    expect(seen.map(({ import_id }: { import_id: string }) => import_id)).toEqual(ids);
    expect(rest.body.data.next_cursor).toBeNull();
    const one = await other.get(`/v1/data/import/${ids[0]}`);
    expect(one.body.data.errors).toMatchObject([{ row: 1, property: 'n' }]);
    expect((await api.get(`/v1/data/imports?cursor=${first.next_cursor}`)).status).toBe(400);
    expect((await api.get(`/v1/data/import/${ids[0]}`)).status).toBe(404);
  });
});

describe('importing', () => {
  it('requires write, and schema to create properties', async () => {
    const [read, write, both] = await Promise.all(
      [['read'], ['write'], ['write', 'schema']].map((scopes) => api.withKey(scopes)),
    );
    const rows = [{ more: 1 }];
    const refused = await send({ rows }, read as Client);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const body = { rows, create_missing_properties: true };
    const short = await send(body, write as Client);
    expect([short.status, short.body.error.details.required]).toEqual([403, 'schema']);
    expect((await send(body, both as Client)).status).toBe(200);
  });

  it('never reaches another tenant’s type or objects', async () => {
    const other = await createTenant(server);
    const { ids } = (await send({ rows: people('ada') })).body.data;
    const body = { object_type_id: type.id, rows: people('eve') };
    expect((await other.post('/v1/data/import', body)).status).toBe(404);
    const own = await defineType(other, { name: 'string' });
    const rows = [{ id: ids[0], name: 'eve' }];
    const answer = await other.post('/v1/data/import', {
      ...{
        object_type_id: own.name,
        rows,
        mode: 'update',
        match_on: 'id',
      },
    });
    expect(answer.body.data).toMatchObject({ updated: 0, skipped: 1 });
    expect((await byEmail())['ada@example.com'].properties.name).toBe('ada');
  });
});
