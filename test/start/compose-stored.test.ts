import type pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { composeStored } from '../../src/db/compose-stored.ts';
import { rewordStored } from '../../src/db/reword-stored.ts';
import { good } from '../support/answers.ts';
import { checkIndex } from '../support/check-index.ts';
import { defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

/** A database that an earlier version has written: texts as they came, scripts without spaces as one word each. */

const server = useOwnDatabase();
const api = useTenant(server);
const nfd = (text: string) => text.normalize('NFD');

async function upgrade(): Promise<Record<string, unknown>[]> {
  const told: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void told.push(JSON.parse(line)) });
  const client = await server.db.connect();
  try {
    await client.query('set role insula_owner');
    await composeStored(client as unknown as pg.Client, log);
    await rewordStored(client as unknown as pg.Client, log);
    await client.query('reset role');
  } finally {
    client.release();
  }
  return told;
}

it('an upgrade composes stored texts, leaves those that would collide, and reports them', async () => {
  const unique = { data_type: 'string', is_unique: true };
  const properties = {
    name: { data_type: 'string', is_indexed: true },
    code: unique,
    free: 'object',
  };
  const type = await defineType(api, properties, { name: 'notes' });
  const create = (given: object) => good(api.post(type.path, { properties: given }));
  const free = { café: ['line\n\u0301', 0.1, nfd('é"\\n')] };
  const one = await create({ name: 'Zoë', code: 'a', free });
  const first = await create({ code: 'Zoé' });
  const second = await create({ code: 'b' });
  const comment = await good(
    api.post('/v1/comments', { object_type_id: type.id, object_id: one.id, body: 'Å' }),
  );
  await good(api.post('/v1/files/tags', { name: 'naïve' }));
  const tag = await good(api.post('/v1/files/tags', { name: 'other' }));
  const before = async (sql: string, ...values: unknown[]) => {
    const { rowCount } = await server.db.query(sql, [api.tenant.id, ...values]);
    expect(rowCount).toBe(1);
  };
  const asNfd = JSON.stringify({ name: nfd('Zoë'), code: 'a', free })
    .replace('0.1', '0.10')
    .replace('é":', `${nfd('é')}":`);
  await before(
    'update app.objects set properties = $3 where tenant_id = $1 and id = $2',
    one.id,
    asNfd,
  );
  await before(
    `update app.object_index set text_value = $2 where tenant_id = $1 and text_value = 'Zoë'`,
    nfd('Zoë'),
  );
  await before(
    `update app.objects set properties = $3 where tenant_id = $1 and id = $2`,
    second.id,
    JSON.stringify({ code: nfd('Zoé') }),
  );
  await before(
    `update app.object_index set text_value = $2 where tenant_id = $1 and text_value = 'b'`,
    nfd('Zoé'),
  );
  await before('update app.comments set body = $2 where tenant_id = $1', '\u212b');
  await before(
    'update app.file_tags set name = $3 where tenant_id = $1 and id = $2',
    tag.id,
    nfd('naïve'),
  );

  const told = await upgrade();
  expect(told.filter(({ level }) => level === 40)).toEqual([
    expect.objectContaining({ table: 'file_tags', id: [api.tenant.id, tag.id] }),
    expect.objectContaining({ table: 'objects', id: [api.tenant.id, second.id] }),
  ]);
  const found = await good(
    api.post(`${type.path}/search`, { filters: { name: { eq: nfd('Zoë') } } }),
  );
  expect(found.results).toEqual([one]);
  expect(one.properties.free.café[0]).toBe('line\n\u0301');
  const { rows } = await server.db.query(
    `select properties::text as kept from app.objects where id = $1`,
    [one.id],
  );
  expect(rows[0].kept).toContain('0.10,');
  expect((await good(api.get(`/v1/comments/${comment.id}`))).body).toBe('Å');
  expect((await good(api.get(`${type.path}/${second.id}`))).properties.code).toBe(nfd('Zoé'));
  expect((await good(api.get(`${type.path}/${first.id}`))).properties.code).toBe('Zoé');
  expect(await checkIndex(server.db)).toEqual([]);
  // Texts that cannot be composed are named again; nothing else is done twice.
  expect((await upgrade()).map(({ level }) => level)).toEqual([40, 40]);
});

it('an upgrade indexes the words of what is written without spaces', async () => {
  const type = await defineType(api, { text: 'string' }, { name: 'places' });
  const { id } = await good(api.post(type.path, { properties: { text: '東京都に住む' } }));
  await good(
    api.put('/v1/ai/vectors/places', { items: [{ id: 'a', vector: [1, 0], text: '京都市の寺' }] }),
  );
  await server.db.query(
    `update app.object_search set document = to_tsvector('simple', '東京都に住む')`,
  );
  await server.db.query(
    `update app.vector_words set document = to_tsvector('simple', '京都市の寺')`,
  );
  const search = async () => (await good(api.post(`${type.path}/search`, { query: '京' }))).results;
  expect(await search()).toEqual([]);
  await upgrade();
  expect(await search()).toEqual([expect.objectContaining({ id })]);
  const { rows } = await server.db.query(
    `select w.document = app.words('京都市の寺') as same from app.vector_words w`,
  );
  expect(rows).toEqual([{ same: true }]);
});
