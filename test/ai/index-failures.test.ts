import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { made } from '../dashboards/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { type Embedder, indexOf, ready, setIndex, startEmbedder, useEmbedder } from './embedder.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
let models: Embedder;
let api: TenantClient;
let notes: DefinedType;
beforeAll(async () => {
  models = await startEmbedder();
});
afterAll(() => models.close());
beforeEach(async () => {
  models.requests.length = 0;
  models.refuse = () => undefined;
  api = await createTenant(server);
  notes = await defineType(api, { title: 'string' }, { name: 'notes' });
});

const note = async (title: string) =>
  (await made(api.post(notes.path, { properties: { title } }))).id;
const setTitles = (type: { name: string } = notes) =>
  made(setIndex(api, type, { properties: ['title'] }));
const inState = (wanted: string) =>
  until(
    () => indexOf(api, notes),
    ({ status }) => status === wanted,
  );
const vectors = async () =>
  (
    await server.db.query(
      'select id from app.vectors where tenant_id = $1 and object_type_id = $2 order by id',
      [api.tenant.id, notes.id],
    )
  ).rows.map(({ id }) => id);
const haveVectors = (ids: string[]) =>
  until(vectors, (found) => JSON.stringify(found) === JSON.stringify(ids.toSorted()));
/** The pause has ended. */
const now = () =>
  server.db.query(`update app.work set due_at = now() where tenant_id = $1 and kind = 'ai_index'`, [
    api.tenant.id,
  ]);
const changes = async () =>
  (
    await server.db.query(
      `select (select count(*)::int from app.ai_index_changes where tenant_id = $1) as noted,
         (select count(*)::int from app.journal where tenant_id = $1 and pending) as pending`,
      [api.tenant.id],
    )
  ).rows[0];
const letters = async () => (await made(api.get('/v1/dlq?source=ai'))).messages;

it('waits for tokens of the month, writes nothing off meanwhile, and goes on where there are some', async () => {
  await useEmbedder(api, models);
  const limit = (tokens: number) =>
    server.db.query('update app.tenants set limits = $2 where tenant_id = $1', [
      api.tenant.id,
      { ai_tokens_per_month: tokens },
    ]);
  await limit(3);
  const ids = [await note('The first of two notes')];
  await setTitles();
  expect((await inState('waiting')).error.code).toBe('PLAN_LIMIT_EXCEEDED');
  ids.push(await note('The second of two notes'));
  const gone = await note('A third one');
  await made(api.delete(`${notes.path}/${gone}`));
  // It will look at all objects again, instead of keeping what they were.
  await until(
    async () => (await changes()).pending,
    (pending) => pending === 0,
  );
  expect(await changes()).toEqual({ noted: 0, pending: 0 });
  expect(models.requests).toEqual([]);
  await limit(1_000);
  await now();
  await haveVectors(ids);
  expect(await indexOf(api, notes)).toMatchObject({ status: 'ready', error: null });
  const { rows } = await server.db.query('select 1 from app.ai_calls where tenant_id = $1', [
    api.tenant.id,
  ]);
  expect(rows).toEqual([]);
});

it('goes on by itself after a provider has failed, or was busy', async () => {
  await useEmbedder(api, models);
  models.refuse = () => 500;
  const ids = [await note('One')];
  await setTitles();
  expect((await inState('waiting')).error).toEqual({
    code: 'UPSTREAM_ERROR',
    message: 'The AI provider answered 500.',
  });
  models.refuse = () => undefined;
  await haveVectors(ids);
  models.refuse = () => 429;
  ids.push(await note('Two'));
  expect((await inState('waiting')).error.code).toBe('RATE_LIMITED');
  models.refuse = () => undefined;
  await now();
  await haveVectors(ids);
  expect(await letters()).toEqual([]);
});

it('leaves out a text that the provider refuses, as a dead letter, which can be tried again', async () => {
  await useEmbedder(api, models);
  models.refuse = (texts) => (texts.some((text) => text.includes('poison')) ? 400 : undefined);
  const ids = [await note('One'), await note('Two')];
  const poison = await note('a poison');
  ids.push(await note('Three'));
  await setTitles();
  // The first answer of a provider may be about itself, so it is asked for one text next.
  await until(vectors, (found) => found.length > 0);
  await haveVectors(ids);
  const [letter, ...others] = await until(letters, (all) => all.length > 0);
  expect(others).toEqual([]);
  expect(letter).toMatchObject({
    source_id: notes.id,
    record_id: poison,
    task: 'ai_index',
    error: 'The AI provider answered 400.',
  });
  expect(await ready(api, notes)).toMatchObject({ done: 4, error: null });
  models.refuse = () => undefined;
  await made(api.post(`/v1/dlq/${letter.id}/retry`));
  await haveVectors([...ids, poison]);
  expect(await until(letters, (all) => all.length === 0)).toEqual([]);
});

it('rests after the last attempt as a dead letter, and goes on from it', async () => {
  await useEmbedder(api, models);
  models.refuse = () => 401;
  const ids = [await note('One')];
  await setTitles();
  await inState('waiting');
  await server.db.query('update app.ai_indexes set failures = 9 where tenant_id = $1', [
    api.tenant.id,
  ]);
  await now();
  expect((await inState('failed')).error.message).toBe('The AI provider answered 401.');
  const [letter] = await letters();
  expect(letter).toMatchObject({ source_id: notes.id, record_id: notes.id, max_attempts: 10 });
  // Made when there was a vector, and removed while nothing works.
  const [gone = '', purged = ''] = [await note('Gone'), await note('Purged')];
  // Two statements: a cluster takes no INSERT within another one.
  await server.db.query(
    `insert into app.vector_collections (tenant_id, name, dimensions, model, created_at, object_type_id)
     select tenant_id, collection, 64, 'tiny', now(), object_type_id from app.ai_indexes where tenant_id = $1`,
    [api.tenant.id],
  );
  await server.db.query(
    `insert into app.vectors (tenant_id, collection, id, embedding, object_type_id, object_id, updated_at, digest)
     select k.tenant_id, k.name, o, array[1], k.object_type_id, o, now(), ''
     from app.vector_collections k, unnest($2::text[]) o where k.tenant_id = $1`,
    [api.tenant.id, [gone, purged]],
  );
  for (const id of [gone, purged]) await made(api.delete(`${notes.path}/${id}`));
  const { body } = await api.delete(`${notes.path}/${purged}?force=true`);
  await made(
    api.delete(`${notes.path}/${purged}?force=true&confirm_token=${body.error.confirm_token}`),
  );
  expect(await vectors()).toEqual([gone]);
  ids.push(await note('Two'));
  models.refuse = () => undefined;
  await made(api.post('/v1/dlq/retry-all', { source: 'ai' }));
  await haveVectors(ids);
  expect(await until(letters, (all) => all.length === 0)).toEqual([]);
  expect((await ready(api, notes)).error).toBeNull();
});

it('of a tenant whose provider is silent holds up no other', async () => {
  await useEmbedder(api, models);
  models.refuse = () => 'silence';
  for (const n of Array.from({ length: 8 }, (_, at) => at)) {
    const type = await defineType(api, { title: 'string' }, { name: `silent-${n}` });
    await made(api.post(type.path, { properties: { title: 'One' } }));
    await setTitles(type);
  }
  await until(
    async () => models.requests.length,
    (asked) => asked >= 2,
  );
  api = await createTenant(server);
  notes = await defineType(api, { title: 'string' }, { name: 'notes' });
  const ids = [await note('One')];
  await setTitles();
  await haveVectors(ids);
  expect(models.requests).toHaveLength(2);
  models.close().catch(() => {});
  models = await startEmbedder();
});

it('sends no text to where a key wants it that may not read any more', async () => {
  const provider = await useEmbedder(api, models);
  await note('The first one');
  await setTitles();
  await ready(api, notes);
  const keeper = await api.withKey(['ai', 'read']);
  const config_json = { base_url: models.url, embedding_model: 'tiny', default_model: 'x' };
  const moved = { config_json, api_key: 'sk-another' };
  await made(keeper.patch(`/v1/ai-providers/${provider}`, moved));
  await made(api.delete(`/v1/keys/${keeper.keyId}`));
  const asked = models.requests.length;
  await note('A secret one');
  expect((await inState('waiting')).error.code).toBe('FORBIDDEN');
  expect(models.requests).toHaveLength(asked);
});
