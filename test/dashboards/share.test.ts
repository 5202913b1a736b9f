import { beforeAll, expect, it } from 'vitest';
import { createPolicy, own } from '../policies/support.ts';
import type { Client } from '../support/api.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anybodyAt, type SignedUp, signUp } from '../support/users.ts';
import { dashboard, defineDeals, made, widget } from './support.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let anybody: Client;
let user: SignedUp;
/** Of the objects, the user sees the one that is theirs. */
const ofUser = 1;
beforeAll(async () => {
  anybody = anybodyAt(server);
  await defineDeals(api, { won: 5 });
  user = await signUp(api);
  const permissions = ['dashboards:manage', 'objects:read'];
  const role = await made(api.post('/v1/roles', { name: 'analyst', permissions }));
  await made(api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id }));
  const [first] = await made(api.get('/v1/objects/deals/list?limit=1')).then(
    ({ results }) => results,
  );
  await made(api.patch(`/v1/objects/deals/${first.id}`, { properties: { owner: user.user.id } }));
});

const open = (token: string) => anybody.get(`/v1/dashboards/public/${token}`);
const valuesOf = async (token: string) => {
  const { status, body } = await open(token);
  return [
    status,
    body.data?.widgets.map(
      (one: { data?: { value: unknown }; error?: { code: string } }) =>
        one.data?.value ?? one.error?.code,
    ),
  ];
};

it('is opened with only its token, until it is private again', async () => {
  const { id, share_token } = await dashboard(api, { is_public: true });
  expect(share_token).toMatch(/^[0-9A-Za-z]{32}$/);
  await widget(api, id, 'metric', { object_type_id: 'deals' }, { title: 'Deals' });
  await widget(api, id, 'metric', { sql: 'select count(*) as n from deals' });
  const { status, body } = await open(share_token);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    name: 'Sales',
    widgets: [{ title: 'Deals', data: { value: 5 } }, { data: { value: 5 } }],
  });
  expect(JSON.stringify(body)).not.toMatch(/ten_|usr_|key_|dash_/);
  expect(
    (
      await anybody.get(`/v1/dashboards/public/${share_token}`, undefined, {
        'x-tenant-id': other.tenant.id,
      })
    ).status,
  ).toBe(403);

  const rotated = await made(api.post(`/v1/dashboards/${id}/rotate-share-token`, {}));
  expect(rotated.share_token).not.toBe(share_token);
  expect((await open(share_token)).status).toBe(404);
  expect((await open(rotated.share_token)).status).toBe(200);
  expect(
    (await made(api.patch(`/v1/dashboards/${id}`, { is_public: false }))).share_token,
  ).toBeNull();
  expect((await open(rotated.share_token)).status).toBe(404);
  const { status: refused, body: why } = await api.post(
    `/v1/dashboards/${id}/rotate-share-token`,
    {},
  );
  expect([refused, why.error.code]).toEqual([409, 'INVALID_STATE']);
});

it.each(['x'.repeat(32), 'short', '%00', '..%2f..', "' or 1=1 --"])(
  'is not opened by %j',
  async (token) => {
    expect((await open(encodeURIComponent(token))).status).toBe(404);
  },
);

it('leaves its token out of the journal', async () => {
  const { id, share_token } = await dashboard(api, { is_public: true });
  await made(api.patch(`/v1/dashboards/${id}`, { name: 'Other' }));
  const { rows } = await server.db.query(
    'select j::text from app.journal j where j.tenant_id = $1 and j.resource_id = $2',
    [api.tenant.id, id],
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain(share_token);
});

it('shows what the sharing user may see now, and in a widget no more than its author may see', async () => {
  await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] }, 'deals');
  const mine = await dashboard(user.client, { is_public: true });
  await widget(user.client, mine.id, 'metric', { object_type_id: 'deals' });
  await widget(api, mine.id, 'metric', { object_type_id: 'deals' });
  expect(await valuesOf(mine.share_token)).toEqual([200, [ofUser, ofUser]]);

  // Shared with all rights, and written by someone with fewer.
  const whole = await dashboard(api, { is_public: true });
  await widget(api, whole.id, 'metric', { object_type_id: 'deals' });
  const small = await widget(user.client, whole.id, 'metric', { object_type_id: 'deals' });
  expect(await valuesOf(whole.share_token)).toEqual([200, [5, ofUser]]);
  // Signed-in viewers see their own rows.
  const { widgets } = await made(user.client.get(`/v1/dashboards/${whole.id}/data`));
  expect(widgets.map(({ data }: { data: { value: number } }) => data.value)).toEqual([
    ofUser,
    ofUser,
  ]);
  const { widgets: all } = await made(api.get(`/v1/dashboards/${whole.id}/data`));
  expect(all.map(({ data }: { data: { value: number } }) => data.value)).toEqual([5, 5]);
  expect(small.authors).toBeUndefined();

  await made(api.patch(`/v1/users/${user.user.id}`, { banned: true }));
  expect(await valuesOf(mine.share_token)).toEqual([404, undefined]);
  expect(await valuesOf(whole.share_token)).toEqual([200, [5, 'FORBIDDEN']]);
});
