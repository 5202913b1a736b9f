import { describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { type Client, createTenant, platformClient } from '../support/api.ts';
import { checkIndex } from '../support/check-index.ts';
import { defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const path = '/admin/migrations';

describe('a migration that takes tenants one after the other', () => {
  const server = useOwnDatabase({ WORKER: 'on' });
  const operator = () => platformClient(server);
  const ended = async (id: string) =>
    (
      await until(
        () => operator().get(`${path}/${id}`),
        ({ body }) => !['pending', 'running'].includes(body.data.status),
      )
    ).body.data;
  const run = async (body: object) => {
    const { id } = await good(operator().post(path, body));
    await good(operator().post(`${path}/${id}/run`));
    return ended(id);
  };

  /** A tenant with notes whose number is unique. */
  async function notesOf(count: number) {
    const api = await createTenant(server);
    const properties = {
      title: { data_type: 'string', is_indexed: true },
      number: { data_type: 'integer', is_unique: true },
    };
    await defineType(api, properties, { name: 'note' });
    for (let number = 0; number < count; number++)
      await good(api.post('/v1/objects/note', { properties: { title: `word${number}`, number } }));
    return api;
  }
  const found = async (api: Client, body: object) =>
    (await good(api.post('/v1/objects/note/search', body))).results.length;

  it('reindexes one tenant beside the living index, and no other', async () => {
    const [api, other] = [await notesOf(4), await notesOf(1)];
    await good(
      api.put('/v1/ai/vectors/own', {
        items: [{ id: 'v', vector: [1, 0, 0], text: 'a few words' }],
      }),
    );
    const damage = (tenant: string) =>
      server.db.query(
        `with s as (delete from app.object_search where tenant_id = $1),
           b as (delete from app.vector_bits where tenant_id = $1), w as (delete from app.vector_words where tenant_id = $1),
           i as (update app.object_index x set text_value = 'wrong' where tenant_id = $1 and text_value = 'word1')
         delete from app.object_index where tenant_id = $1 and text_value = 'word2'`,
        [tenant],
      );
    await damage(api.tenant.id);
    await server.db.query(
      `insert into app.object_search (tenant_id, object_type_id, object_id, document)
       select tenant_id, id, 'gone', 'stray' from app.object_types where tenant_id = $1`,
      [api.tenant.id],
    );
    expect((await checkIndex(server.db)).length).toBeGreaterThan(0);
    const filters = { title: 'word2' };
    expect([await found(api, { filters }), await found(api, { query: 'word1' })]).toEqual([0, 0]);
    await server.db.query('delete from app.object_search where tenant_id = $1', [other.tenant.id]);

    const done = await run({ type: 'reindex', tenant_id: api.tenant.id });
    expect(done).toMatchObject({
      ...{ status: 'completed', tenant_id: api.tenant.id, tenants: { done: 1, total: 1 } },
      ...{ failures: [], error: null, progress: { unit: 'rows', done: done.progress.total } },
    });
    expect(await checkIndex(server.db)).toEqual([]);
    expect([await found(api, { filters }), await found(api, { query: 'word1' })]).toEqual([1, 1]);
    const { rows } = await server.db.query(
      `select (select count(*)::int from app.object_search where tenant_id = $1) as words,
         (select count(*)::int from app.vector_bits where tenant_id = $1) as bits,
         (select count(*)::int from app.vector_words where tenant_id = $1) as texts`,
      [api.tenant.id],
    );
    expect(rows).toEqual([{ words: 4, bits: 1, texts: 1 }]);
    expect(await found(other, { query: 'word0' })).toBe(0);
    expect((await operator().get(`${path}?tenant_id=${api.tenant.id}`)).body.data.total).toBe(1);
  });

  it('of the fleet collects the tenants that fail, stops after some, and takes only those again', async () => {
    const failing = [await notesOf(2), await notesOf(2)];
    const ids = failing.map(({ tenant }) => tenant.id);
    // Two notes of the same number: no unique index can hold both.
    const clash = (to: number) =>
      server.db.query(
        `with gone as (delete from app.object_index where tenant_id = any ($1) and number_value = 1)
         update app.objects set properties = properties || jsonb_build_object('number', $2::int)
         where tenant_id = any ($1) and properties->>'title' = 'word1'`,
        [ids, to],
      );
    await clash(0);
    const fleet = async (body: object) =>
      ended((await good(operator().post(`${path}/fleet`, body))).id);
    const stopped = await fleet({ type: 'reindex', stop_after_failures: 1 });
    expect(stopped).toMatchObject({ status: 'failed', failures: [{ tenant_id: ids[0] }] });
    await good(operator().post(`${path}/${stopped.id}/cancel`));

    const whole = await fleet({ type: 'reindex', batch: 1 });
    expect(whole.failures.map((one: { tenant_id: string }) => one.tenant_id)).toEqual(ids);
    expect(whole).toMatchObject({ status: 'failed', tenants: { done: whole.tenants.total } });
    // Without the value, which is the tenant's.
    expect(whole.failures[0].error).toBe(
      'Two objects have the same value of number, which must be unique.',
    );
    expect((await operator().get(`${path}/failed`)).body.data.migrations).toMatchObject([
      { id: whole.id },
    ]);
    await clash(1);
    await good(operator().post(`${path}/${whole.id}/retry`));
    const again = await ended(whole.id);
    expect(again).toMatchObject({ status: 'completed', failures: [], tenants: whole.tenants });
    // Each of the two has two notes with two index rows at most.
    expect(again.progress.done - whole.progress.done).toBeLessThanOrEqual(2 * (2 * 2 + 2));
    expect(await checkIndex(server.db)).toEqual(
      expect.not.arrayContaining([expect.stringContaining('object_index')]),
    );
  });

  it('backfills what has a name, and says which names there are', async () => {
    const { tenant } = await createTenant(server);
    await server.db.query('update app.storage_usage set bytes = 77 where tenant_id = $1', [
      tenant.id,
    ]);
    const refused = await operator().post(path, { type: 'backfill', version: 'nothing' });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('storage_usage'),
    ]);
    const done = await run({ type: 'backfill', version: 'storage_usage' });
    expect(done).toMatchObject({ status: 'completed', version: 'storage_usage', tenant_id: null });
    const { rows } = await server.db.query(
      'select sum(bytes)::int as bytes from app.storage_usage where tenant_id = $1',
      [tenant.id],
    );
    expect(rows[0].bytes ?? 0).toBe(0);
    const back = await operator().post(`${path}/${done.id}/rollback`);
    expect([back.status, back.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await operator().post(`${path}/mig_1/rollback`)).status).toBe(404);
  });

  it.each([
    [404, { type: 'reindex', tenant_id: 'ten_00000000000000000000000000000000' }],
    [400, { type: 'reindex', version: 'storage_usage' }],
    [400, { type: 'reseal', tenant_id: 'ten_00000000000000000000000000000000' }],
    [409, { type: 'tenant_move', to_shard: 'b:1' }],
  ])('is refused with %i: %j', async (status, body) => {
    expect((await operator().post(path, body)).status).toBe(status);
  });
});
