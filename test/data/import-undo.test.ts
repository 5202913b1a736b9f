import { beforeEach, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: DefinedType;
beforeEach(async () => {
  type = await defineType(api, { n: { data_type: 'integer', is_unique: true }, name: 'string' });
});

async function imported(rows: object[], options: object = {}, headers = {}) {
  const body = { object_type_id: type.id, rows, ...options };
  return api.post('/v1/data/import', body, headers);
}
const undo = (id: string, body: object = {}) => api.post(`/v1/data/import/${id}/undo`, body);
const values = async () => {
  const { body } = await api.get(`${type.path}/list?limit=100&sort=n`);
  return body.data.results.map((one: { properties: object }) => one.properties);
};

it('undoing an import restores everything, once', async () => {
  await imported([{ n: 1, name: 'a' }]);
  const rows = [{ n: 1, name: 'b' }, { n: 2 }, { n: 3, made: 'x' }];
  const options = { mode: 'upsert', match_on: 'n', create_missing_properties: true };
  const { data } = (await imported(rows, options)).body;
  const undone = await undo(data.import_id);
  expect(undone.body.data).toMatchObject({ status: 'undone', undone: 3, conflicts: [] });
  expect(undone.body.data.undone_at).toMatch(/^2/);
  expect(await values()).toEqual([{ n: 1, name: 'a' }]);
  expect((await api.get(`/v1/data/import/${data.import_id}`)).body.data.status).toBe('undone');
  const again = await undo(data.import_id);
  expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATE']);
});

it('an import undo with conflicts restores nothing, or only the rest with skip', async () => {
  const { import_id, ids } = (await imported([{ n: 1 }, { n: 2 }])).body.data;
  await api.patch(`${type.path}/${ids[1]}`, { properties: { name: 'mine' } });
  const refused = await undo(import_id);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
  expect(refused.body.error.details).toMatchObject([{ resource_id: ids[1] }]);
  expect(await values()).toHaveLength(2);
  const skipped = await undo(import_id, { on_conflict: 'skip' });
  expect(skipped.body.data).toMatchObject({ undone: 1, conflicts: [{ resource_id: ids[1] }] });
  expect(await values()).toEqual([{ n: 2, name: 'mine' }]);
});

it('an import repeated with its Idempotency-Key is one import', async () => {
  const headers = { 'idempotency-key': 'import-1' };
  const options = { create_missing_properties: true, on_error: 'skip' };
  const first = await imported([{ n: 1, more: 2 }, { n: 'x' }], options, headers);
  const second = await imported([{ n: 1, more: 2 }, { n: 'x' }], options, headers);
  expect(second.body.data).toEqual(first.body.data);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(await values()).toEqual([{ n: 1, more: 2 }]);
  const other = await imported([{ n: 1, more: 3 }, { n: 'x' }], options, headers);
  expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

it('an export repeated with its Idempotency-Key is one export, whatever was written in between', async () => {
  const headers = { 'idempotency-key': 'export-1' };
  const start = () => api.post('/v1/data/export', { object_type_id: type.id }, headers);
  const first = await start();
  await imported([{ n: 1 }]);
  const second = await start();
  expect(second.body.data).toEqual(first.body.data);
  const dry = await api.post('/v1/data/export?dry_run=true', { object_type_id: type.id });
  expect([dry.body.dry_run, dry.body.data.row_count]).toEqual([true, 1]);
  expect((await api.get(dry.body.data.download_url)).status).toBe(404);
});
