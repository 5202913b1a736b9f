import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { defineDeals, made } from '../dashboards/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
beforeAll(() => defineDeals(api, { won: 3, '=cmd()': 2 }));

const save = (type: string, config_json: object, name = 'Deals') =>
  made(api.post('/v1/saved-reports', { name, type, config_json }));

it('is saved, run, changed and deleted; a run is kept for its caller', async () => {
  const report = await save('summary', { object_type_id: 'deals' });
  expect(report).toMatchObject({ name: 'Deals', last_run_at: null, last_status: null });
  const path = `/v1/saved-reports/${report.id}`;
  const result = await made(api.post(`${path}/run`, {}));
  expect(result).toMatchObject({ report_id: report.id, totals: { count: 5 } });
  expect(await made(api.get(path))).toMatchObject({
    last_status: 'succeeded',
    last_run_at: expect.any(String),
  });
  expect(await made(api.get(`/v1/reports/runs/${result.run_id}`))).toEqual(result);
  const reader = await api.withKey(['read']);
  for (const caller of [reader, other])
    expect((await caller.get(`/v1/reports/runs/${result.run_id}`)).status).toBe(404);
  expect((await reader.post(`${path}/run`, {})).status).toBe(200);
  expect((await reader.patch(path, { name: 'Mine' })).status).toBe(403);
  const changed = await made(
    api.patch(path, { type: 'table', config_json: { object_type_id: 'deals', limit: 2 } }),
  );
  expect([changed.type, (await made(api.post(`${path}/run`, {}))).row_count]).toEqual(['table', 2]);
  expect(await made(api.delete(path))).toEqual({ id: report.id, deleted: true });
  expect((await api.get(path)).status).toBe(404);
  expect((await made(api.get(`/v1/reports/runs/${result.run_id}`))).run_id).toBe(result.run_id);
});

it('is downloaded, without a cell that a spreadsheet would run', async () => {
  const { id } = await save(
    'summary',
    { object_type_id: 'deals', group_by: 'status' },
    'Deals "by" status/2026',
  );
  const at = (format: string) => `${server.url}/v1/saved-reports/${id}/export?format=${format}`;
  const headers = { authorization: `Bearer ${api.token}` };
  const csv = await fetch(at('csv'), { headers });
  expect([csv.headers.get('content-type'), await csv.text()]).toEqual([
    'text/csv; charset=utf-8',
    `status,count\nwon,3\n'=cmd(),2\n`,
  ]);
  expect(csv.headers.get('content-disposition')).toContain('.csv');
  const xlsx = await fetch(at('xlsx'), { headers });
  const sheet = strFromU8(
    unzipSync(new Uint8Array(await xlsx.arrayBuffer()))['xl/worksheets/sheet1.xml'] as Uint8Array,
  );
  expect(sheet).toContain('=cmd()');
  expect(sheet).not.toContain('<f>');
  const { body } = await api.get(`/v1/saved-reports/${id}/export?format=json`);
  expect(body.data).toMatchObject({ row_count: 2, totals: { count: 5 } });
  expect((await api.get(`/v1/saved-reports/${id}/export?format=pdf`)).status).toBe(400);
});

it('is drawn, where it has something to draw', async () => {
  const { id } = await save('summary', { object_type_id: 'deals', group_by: 'status' }, 'Deals');
  const at = (report: string, format: string) =>
    fetch(`${server.url}/v1/saved-reports/${report}/export?format=${format}`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
  const svg = await at(id, 'svg');
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  expect(svg.headers.get('content-disposition')).toBe('attachment; filename=Deals.svg');
  expect(await svg.text()).toMatch(/^<svg.*>won<.*>=cmd\(\)</s);
  const png = await at(id, 'png');
  expect(png.headers.get('content-type')).toBe('image/png');
  const { width, format } = await sharp(Buffer.from(await png.arrayBuffer())).metadata();
  expect([width, format]).toEqual([1280, 'png']);
  const table = await save('table', { object_type_id: 'deals' });
  expect((await at(table.id, 'png')).status).toBe(409);
});

it('answers under the policies of its caller', async () => {
  const { client } = await signUp(api);
  const { id } = await save('summary', { object_type_id: 'deals' });
  await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] }, 'deals');
  expect((await made(client.post(`/v1/saved-reports/${id}/run`, {}))).totals).toEqual({ count: 0 });
  expect((await made(api.post(`/v1/saved-reports/${id}/run`, {}))).totals).toEqual({ count: 5 });
});
