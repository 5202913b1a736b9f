import { beforeAll, expect, it } from 'vitest';
import { ask } from '../graphql/ask.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const list = '/v1/objects/things';
let all: string[];
beforeAll(async () => {
  await defineType(api, { n: 'integer' }, { name: 'things' });
  const objects = [1, 2, 3].map((n) => ({ properties: { n } }));
  all = (await api.post(`${list}/batch/create`, { objects })).body.data.ids;
  for (const id of all.slice(1)) await api.put(`${list}/${all[0]}/associations/part/things/${id}`);
});

it.each([[{}], [[]], [{ and: [] }]])(
  'a search with the filters %j finds everything',
  async (filters) => {
    const found = await api.post(`${list}/search`, { filters });
    expect([found.status, found.body.data?.total]).toEqual([200, 3]);
    const counted = await api.post(`${list}/aggregate`, { filters, metrics: [{ fn: 'count' }] });
    expect(counted.body.data.rows).toEqual([{ count: 3 }]);
  },
);

it('an empty map of filters is no filter wherever filters are taken', async () => {
  const filters = {};
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await api.post(path, body);
    expect([path, answer.error, status]).toEqual([path, undefined, 201]);
    return answer.data;
  };
  const view = await made('/v1/object-types/things/views', { name: 'v', filters });
  const shown = await api.get(`/v1/object-types/things/views/${view.id}/results`);
  expect([shown.body.error, shown.body.data?.total]).toEqual([undefined, 3]);
  await made('/v1/webhooks', { url: 'https://hooks.example/in', filters });
  const { id } = await made('/v1/dashboards', { name: 'd' });
  const config_json = { object_type_id: 'things', filters, metric: { fn: 'count' } };
  const widget = await made(`/v1/dashboards/${id}/widgets`, {
    type: 'metric',
    title: 'w',
    config_json,
  });
  const data = await api.get(`/v1/dashboards/${id}/widgets/${widget.id}/data`);
  expect(data.body).toMatchObject({ data: { data: { value: 3 } } });
  const exported = await api.post('/v1/data/export', { object_type_id: 'things', filters });
  expect([exported.body.error, [200, 201, 202].includes(exported.status)]).toEqual([
    undefined,
    true,
  ]);
  const report = await api.post('/v1/reports/run', {
    type: 'table',
    config_json: { object_type_id: 'things', filters },
  });
  expect([report.status, report.body.error]).toEqual([200, undefined]);
  const { data: asked, errors } = await ask(api, '{ things(filter: {}) { totalCount } }');
  expect([errors, asked?.things.totalCount]).toEqual([undefined, 3]);
});

it('an empty map at the other end of an association asks for any object there', async () => {
  const association = { type: 'part', to_type: 'things', filters: {} };
  const { body } = await api.post(`${list}/search`, { filters: [{ association }] });
  expect(body.data.results.map(({ id }: { id: string }) => id)).toEqual([all[0]]);
});

it('an empty condition of a policy, which would open everything, is a mistake still', async () => {
  const policies = '/v1/object-types/things/policies';
  const { status, body } = await api.post(policies, { name: 'all', condition_json: {} });
  expect([status, body.error.param]).toEqual([400, 'condition_json']);
});

it('an empty condition among others is a mistake still', async () => {
  const { status, body } = await api.post(`${list}/search`, { filters: [{}] });
  expect([status, body.error.code]).toEqual([400, 'INVALID_FILTER']);
});
