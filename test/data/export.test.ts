import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
let api: TenantClient;
let type: DefinedType;
let ids: string[];
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(
    api,
    { name: 'string', n: { data_type: 'integer', is_sortable: true }, tags: 'array', any: 'json' },
    { name: 'things' },
  );
  const rows = [
    { name: '=1+1', n: -1, tags: ['a', 1], any: 'x', free: true },
    { name: 'b, "c"\nd', n: 2, any: { k: null } },
    { n: 3, other: '+4' },
  ];
  ids = (await api.post('/v1/data/import', { object_type_id: type.id, rows })).body.data.ids;
});

const start = (body: object = {}) =>
  api.post('/v1/data/export', { object_type_id: 'things', order: 'asc', ...body });

/** Starts an export that is done at once, and reads its file. */
async function exported(body: object = {}) {
  const { body: answer } = await start(body);
  expect(answer.error).toBeUndefined();
  expect(answer.data.status).toBe('completed');
  return api.get(answer.data.download_url);
}

describe('an export', () => {
  it('is a record with a file kept for seven days', async () => {
    const { status, body } = await start();
    expect(status).toBe(201);
    const { data } = body;
    expect(data).toMatchObject({
      ...{ export_id: data.id, status: 'completed', format: 'csv', row_count: 3, error: null },
      ...{ object_type_id: type.id, download_url: `/v1/data/export/${data.id}` },
      filename: `things-${data.created_at.slice(0, 10)}.csv`,
    });
    const days = (Date.parse(data.expires_at) - Date.parse(data.finished_at)) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
    expect((await api.get(`/v1/data/export/${data.id}/status`)).body.data).toEqual(data);
    const file = await api.get(data.download_url);
    expect(Number(file.headers.get('content-length'))).toBe(data.size_bytes);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    const head = await fetch(server.url + data.download_url, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(head.headers.get('content-length')).toBe(String(data.size_bytes));
  });

  it('is csv with one column per property, safe to open in a spreadsheet', async () => {
    const file = await exported();
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, first, ...rest] = file.body.split('\r\n');
    expect(header).toBe('id,name,n,tags,any,free,other,created_at,updated_at,created_by,version');
    expect(first).toMatch(
      new RegExp(`^${ids[0]},'=1\\+1,-1,"\\["{2}a"{2},1\\]",""{2}x"{3},true,,2\\S+,2\\S+,,1$`),
    );
    expect(rest.join('\n')).toContain(`${ids[1]},"b, ""c""\nd",2,,"{""k"":null}",,,`);
    expect(rest.join('\n')).toContain(`${ids[2]},,3,,,,'+4,`);
  });

  it('is json and ndjson with one flat record per object', async () => {
    const json = await exported({ format: 'json' });
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(Object.keys(json.body[0])).toEqual(
      'id n any free name tags created_at updated_at created_by version'.split(' '),
    );
    expect(json.body[2]).toMatchObject({ id: ids[2], n: 3, other: '+4', version: 1 });
    const ndjson = await exported({ format: 'ndjson' });
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = ndjson.body.trimEnd().split('\n');
    expect(lines.map((line: string) => JSON.parse(line))).toEqual(json.body);
  });

  it('of no objects is a file without rows', async () => {
    const filters = [{ property: 'n', operator: 'gt', value: 100 }];
    expect((await exported({ format: 'json', filters })).body).toEqual([]);
    expect((await exported({ format: 'ndjson', filters })).body).toBe('');
    expect((await exported({ filters })).body).toMatch(/^id,name,.*version\r\n$/);
  });

  it('contains the requested fields in the requested order', async () => {
    const { body } = await exported({
      ...{ format: 'json', filters: [{ property: 'n', operator: 'gte', value: 2 }] },
      ...{ sort: 'n', order: 'desc', properties: ['other', 'n'] },
    });
    expect(body.map(({ n }: { n: number }) => n)).toEqual([3, 2]);
    expect(Object.keys(body[0]).slice(0, 3)).toEqual(['id', 'other', 'n']);
    expect(body[1]).not.toHaveProperty('name');
    const found = await exported({ query: 'c', properties: ['n'] });
    expect(found.body).toMatch(new RegExp(`^id,n,created_at.*\r\n${ids[1]},2,[^\n]+\n$`));
  });

  it('leaves out the trash unless it is requested', async () => {
    await api.delete(`${type.path}/${ids[0]}`);
    expect((await exported({ format: 'json' })).body).toHaveLength(2);
    const { body } = await exported({ format: 'json', include_deleted: true });
    expect(body.map(({ is_deleted }: { is_deleted: boolean }) => is_deleted)).toEqual([
      ...[true, false, false],
    ]);
    const sorted = await start({ include_deleted: true, sort: 'n' });
    expect([sorted.status, sorted.body.error.param]).toEqual([400, 'sort']);
  });

  it('includes the version of each object', async () => {
    await api.patch(`${type.path}/${ids[2]}`, { properties: { n: 4 } });
    const { body } = await exported({ format: 'json', include: ['versions', 'associations'] });
    expect(body[0]).toMatchObject({ versions: [], associations: [] });
    expect(body[2].versions).toMatchObject([{ version: 1, properties: { n: 3, other: '+4' } }]);
  });

  it('keeps its given file name, whatever the characters', async () => {
    const { body } = await start({ filename: 'Über "uns" 100%.csv' });
    const file = await api.get(body.data.download_url);
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="?ber \\"uns\\" 100%.csv"; filename*=UTF-8''%C3%9Cber%20%22uns%22%20100%25.csv`,
    );
    expect((await start({ filename: 'x', format: 'json' })).body.data.filename).toBe('x.json');
  });
});

describe('an invalid export', () => {
  it.each<[object, string]>([
    [{ format: 'pdf' }, 'format'],
    [{ include: ['secrets'] }, 'include[0]'],
    [{ filename: '../x' }, 'filename'],
    [{ filename: 'a\r\nb' }, 'filename'],
    [{ sort: 'nothing' }, 'sort'],
    [{ properties: [] }, 'properties'],
  ])('with %j is 400', async (body, param) => {
    const answer = await start(body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    expect((await api.get('/v1/data/exports')).body.data.total).toBe(0);
  });

  it('names the place of a filter error, and an unknown type', async () => {
    const filters = [{ property: 'n', operator: 'like', value: 1 }];
    expect((await start({ filters })).body.error.code).toBe('INVALID_FILTER');
    expect((await start({ object_type_id: 'none' })).status).toBe(404);
  });
});

describe('export records', () => {
  it('are listed newest first, and deleted with their file', async () => {
    const made: string[] = [];
    for (const format of ['csv', 'json', 'ndjson'])
      made.unshift((await start({ format })).body.data.id);
    const first = (await api.get('/v1/data/exports?limit=2')).body.data;
    const rest = (await api.get(`/v1/data/exports?limit=2&cursor=${first.next_cursor}`)).body.data;
    const seen = [...first.results, ...rest.results].map(({ id }: { id: string }) => id);
    expect([seen, first.total, rest.next_cursor]).toEqual([made, 3, null]);

    const path = `/v1/data/export/${made[0]}`;
    expect((await api.delete(path)).body.data).toEqual({ id: made[0], deleted: true });
    for (const gone of [path, `${path}/status`]) expect((await api.get(gone)).status).toBe(404);
    expect((await api.delete(path)).status).toBe(404);
    const { rows } = await server.db.query(
      'select count(*)::int as n from app.export_chunks where export_id = $1',
      [made[0]],
    );
    expect(rows[0].n).toBe(0);
  });

  it('expire: the file is removed, the record stays', async () => {
    const { id, download_url } = (await start()).body.data;
    await server.db.query(
      `update app.exports set expires_at = now() - interval '1 s' where id = $1`,
      [id],
    );
    for (const housekeeping of [false, true]) {
      if (housekeeping) await server.db.query('select worker.housekeeping()');
      const { status, body } = await api.get(download_url);
      expect([status, body.error.code]).toEqual([410, 'GONE']);
      const { data } = (await api.get(`${download_url}/status`)).body;
      expect(data).toMatchObject({ status: 'expired', download_url: null });
    }
    const { rows } = await server.db.query('select from app.export_chunks where export_id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
  });

  it('answer 202 while not ready, and 409 when failed', async () => {
    const { id, download_url } = (await start()).body.data;
    await server.db.query(`update app.exports set status = 'running' where id = $1`, [id]);
    const waiting = await api.get(download_url);
    expect([waiting.status, waiting.body.data.status]).toEqual([202, 'running']);
    expect(waiting.headers.get('retry-after')).toBe('2');
    await server.db.query(
      `update app.exports set status = 'failed', error = '{"code":"X","message":"It broke."}' where id = $1`,
      [id],
    );
    const failed = await api.get(download_url);
    expect([failed.status, failed.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(failed.body.error.message).toContain('It broke.');
  });

  it('belong to one tenant; reading is enough to export, while deleting requires write', async () => {
    const { download_url } = (await start()).body.data;
    const other = await createTenant(server);
    for (const path of [download_url, `${download_url}/status`])
      expect((await other.get(path)).status).toBe(404);
    expect((await other.delete(download_url)).status).toBe(404);
    const body = { object_type_id: type.id };
    expect((await other.post('/v1/data/export', body)).status).toBe(404);
    const reader = await api.withKey(['read']);
    const own = await reader.post('/v1/data/export', body);
    expect([own.status, own.body.data.row_count]).toEqual([201, 3]);
    expect((await reader.delete(download_url)).status).toBe(403);
    expect((await api.as(undefined).get(download_url)).status).toBe(401);
  });
});
