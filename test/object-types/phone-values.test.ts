import { beforeEach, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let api: TenantClient;
let type: DefinedType;
beforeEach(async () => {
  api = await createTenant(server);
  type = await defineType(api, { call: { data_type: 'phone', is_indexed: true }, note: 'string' });
});

const create = (call: string) => api.post(type.path, { properties: { call } });
const callOf = async (call: string) => (await create(call)).body.data?.properties.call;
const setCountry = (default_country: string | null) =>
  api.patch('/v1/governance', { default_country });
const found = async (operator: string, value: unknown) => {
  const filters = [{ property: 'call', operator, value }];
  const { status, body } = await api.post(`${type.path}/search`, { filters });
  return status === 200 ? body.data.total : body.error.message;
};

it('a national number is one of the default country of the tenant, and names it where there is none', async () => {
  const { status, body } = await create('030 123456');
  expect([status, body.error.details[0].code]).toEqual([400, 'invalid_phone']);
  expect(body.error.message).toContain('default_country');
  const set = await setCountry('DE');
  expect(set.body.data.default_country).toBe('DE');
  expect(await callOf('030 123456')).toBe('+4930123456');
  expect(await callOf('+1 (415) 555-0100')).toBe('+14155550100');
  await setCountry('US');
  expect(await callOf('(415) 555-0100')).toBe('+14155550100');
  await setCountry(null);
  expect((await create('030 123456')).status).toBe(400);
});

it.for([
  ['٠٣٠ ١٢٣٤٥٦', 'Arabic'],
  ['+٤٩٣٠١٢٣٤٥٦', 'Arabic'],
  ['+۴۹ ۳۰ ۱۲۳۴۵۶', 'Persian'],
  ['+४९३०१२३४५६', 'Devanagari'],
  ['+৪৯৩০১২৩৪৫৬', 'Bengali'],
  ['+๔๙๓๐๑๒๓๔๕๖', 'Thai'],
  ['＋４９３０１２３４５６', 'full width'],
  ['\u202a+49 30 123456\u202c', 'as copied from a list of contacts'],
  ['\u200e+49\u00a030\u2011123456\u200f', 'as copied from a page'],
  ['\ufeff\u206803\u200b0 123456\u2069', 'with marks of no width'],
])('a number is read in the digits it is written in: %s (%s)', async ([text = '']) => {
  await setCountry('DE');
  expect(await callOf(text)).toBe('+4930123456');
  expect(await found('eq', text)).toBe(1);
});

it('a country that does not exist is 400', async () => {
  for (const country of ['XX', 'de', 'DEU', '49', '']) {
    const { status, body } = await setCountry(country);
    expect([country, status, body.error?.param]).toEqual([country, 400, 'default_country']);
  }
});

it('a property that is added later knows the country as well', async () => {
  await setCountry('DE');
  await api.post(`/v1/object-types/${type.id}/properties`, { name: 'fax', data_type: 'phone' });
  const { body } = await api.post(type.path, { properties: { fax: '030-123457' } });
  expect(body.data.properties).toEqual({ fax: '+4930123457' });
});

it('filters read a number as writes do', async () => {
  await setCountry('DE');
  await create('+49 (0)30 123456');
  await create('+49 30 123457');
  for (const value of ['030 123456', '0049 30 123456', '+49 (0) 30/123456', '+4930123456'])
    expect([value, await found('eq', value)]).toEqual([value, 1]);
  expect(await found('in', ['030 123456', '030 123457', '030 123458'])).toBe(2);
  expect(await found('neq', '030 123456')).toBe(1);
  expect(await found('eq', 'call me')).toContain('phone number');
  await setCountry(null);
  expect(await found('eq', '030 123456')).toContain('default_country');
});

it('a number that is kept from before stays, and its object can be changed', async () => {
  const { body } = await create('+49 30 123456');
  await server.db.query(
    `update app.objects set properties = properties || '{"call": "+1234567"}'
     where tenant_id = $1 and id = $2`,
    [api.tenant.id, body.data.id],
  );
  const path = `${type.path}/${body.data.id}`;
  expect((await api.get(path)).body.data.properties.call).toBe('+1234567');
  const changed = await api.patch(path, { properties: { note: 'x' } });
  expect(changed.body.data.properties).toEqual({ call: '+1234567', note: 'x' });
});

it('an import reads numbers by the country of the tenant, or by its own', async () => {
  const send = (data: string, more: object = {}) =>
    api.post('/v1/data/import', { object_type_id: type.name, format: 'csv', data, ...more });
  const without = await send('call\n030 123456\n');
  expect(without.body.error.message).toContain('default_country');
  const own = await send('call\n01 40 20 50 50\n', { default_country: 'FR' });
  expect(own.body.data.created).toBe(1);
  const update = { mode: 'upsert', match_on: 'call', default_country: 'FR' };
  const again = await send('call,note\n+33 (0)1 40 20 50 50,x\n', update);
  expect(again.body.data).toMatchObject({ created: 0, updated: 1 });
  await setCountry('DE');
  expect((await send('call\n030 123456\n')).body.data.created).toBe(1);
  const list = await api.get(`${type.path}/list?sort=id&order=asc`);
  expect(
    list.body.data.results.map((o: { properties: { call: string } }) => o.properties.call),
  ).toEqual(['+33140205050', '+4930123456']);
  const unknown = await send('call\n1\n', { default_country: 'XX' });
  expect([unknown.status, unknown.body.error.param]).toEqual([400, 'default_country']);
});

it('a form reads numbers by the country of the tenant', async () => {
  const fields = [{ name: 'call', type: 'phone', label: 'Phone', property: 'call' }];
  const form = await api.post('/v1/forms', {
    ...{ name: 'Call me', object_type_id: type.id, fields, status: 'active' },
  });
  expect(form.body.error).toBeUndefined();
  const send = (call: string) =>
    api.as(undefined).post(`/v1/forms/public/${form.body.data.id}/submit`, { data: { call } });
  const refused = await send('030 123456');
  expect([refused.status, refused.body.error?.message]).toEqual([
    ...[400, expect.stringContaining('phone number')],
  ]);
  await setCountry('DE');
  const { body } = await send('030 123456');
  const object = await api.get(`${type.path}/${body.data.object_id}`);
  expect(object.body.data.properties).toEqual({ call: '+4930123456' });
});
