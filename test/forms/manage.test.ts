import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { contactFields, createForm, publicPath, send } from './support.ts';

const server = useServer({ LOG_LEVEL: 'error', TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);
const other = useTenant(server);
let type: DefinedType;
const properties = { email: 'email', name: 'string', kind: 'string', company: 'string' };
beforeAll(async () => {
  type = await defineType(tenant, properties);
});
afterAll(() => expect(server.logLines).toEqual([]));

const contact = (more: object = {}) =>
  createForm(tenant, { object_type_id: type.id, fields: contactFields, ...more });

describe('a form', () => {
  it('has its defaults, a page and a slug', async () => {
    const form = await createForm(tenant, { name: 'Contact us, please', status: undefined });
    expect(form).toMatchObject({
      slug: expect.stringMatching(/^contact-us-please-[0-9a-f]{6}$/),
      status: 'draft',
      submission_count: 0,
      share_url: `${server.url}/f/${form.id}`,
      settings: { submit_label: 'Submit', honeypot: '_hp', create_object: true, captcha: false },
    });
  });

  it('merges settings, and records in the journal what changed', async () => {
    const form = await contact({ settings: { submit_label: 'Go' } });
    const { body } = await tenant.patch(`/v1/forms/${form.id}`, {
      settings: { captcha: false, max_submissions: 3 },
    });
    expect(body.data.settings).toMatchObject({ submit_label: 'Go', max_submissions: 3 });
    const { headers, body: list } = await tenant.get('/v1/forms');
    expect(Number(headers.get('x-total-count'))).toBe(list.data.length);
    expect(list.data[0].id).toBe(form.id);
  });

  it('is what it was when it is sent its settings as they are shown, defaults too', async () => {
    for (const more of [{}, { settings: { submit_label: 'Go', max_submissions: 3 } }]) {
      const { id } = await contact(more);
      const path = `/v1/forms/${id}`;
      const { body, headers } = await tenant.get(path);
      const { settings, fields, name, status, object_type_id } = body.data;
      const sent = { settings, fields, name, status, object_type_id };
      const same = await tenant.patch(path, sent);
      expect([same.status, same.headers.get('etag')]).toEqual([200, headers.get('etag')]);
      const reset = await tenant.patch(path, { settings: { submit_label: 'Submit' } });
      expect(reset.body.data.settings).toEqual({ ...settings, submit_label: 'Submit' });
    }
  });

  it('is duplicated as a draft', async () => {
    const form = await contact({ settings: { submit_label: 'Go' } });
    const { status, body } = await tenant.post(`/v1/forms/${form.id}/duplicate`);
    const { name, fields, settings } = body.data;
    expect([status, name, body.data.status]).toEqual([201, 'Contact us (copy)', 'draft']);
    expect({ fields, settings }).toEqual({ fields: form.fields, settings: form.settings });
  });

  it('goes from state to state, and is read only when it is archived', async () => {
    const form = await contact({ status: undefined });
    const become = async (status: string) =>
      (await tenant.patch(`/v1/forms/${form.id}`, { status })).status;
    const statuses: number[] = [];
    for (const status of ['paused', 'active', 'paused', 'active', 'draft', 'archived', 'active'])
      statuses.push(await become(status));
    expect(statuses).toEqual([409, 200, 200, 200, 409, 200, 409]);
    expect((await tenant.patch(`/v1/forms/${form.id}`, { name: 'Other' })).status).toBe(409);
  });

  it('is paused once its closes_at has passed', async () => {
    const form = await contact({
      settings: { closes_at: new Date(Date.now() - 1000).toISOString() },
    });
    expect(form.status).toBe('paused');
  });

  it.each([
    [
      'a property that the type does not have',
      { fields: [{ name: 'x', property: 'nothing' }] },
      'fields[0].property',
    ],
    [
      'a default that does not fit',
      { fields: [{ name: 'x', type: 'integer', default: 'a' }] },
      'fields[0].default',
    ],
    ['two fields of one name', { fields: [{ name: 'x' }, { name: 'x' }] }, 'fields[1].name'],
    ['a select without options', { fields: [{ name: 'x', type: 'select' }] }, 'fields[0].options'],
    ['a name such as __proto__', { fields: [{ name: '__proto__' }] }, 'fields[0].name'],
    [
      'a redirect that nobody allowed',
      { settings: { redirect_url: 'https://evil.example/' } },
      'settings.redirect_url',
    ],
    [
      'closing before opening',
      { settings: { opens_at: '2030-01-02T00:00:00Z', closes_at: '2030-01-01T00:00:00Z' } },
      'settings.closes_at',
    ],
    [
      'a captcha that the tenant does not have',
      { settings: { captcha: true } },
      'settings.captcha',
    ],
    [
      'dedupe_on of what no field fills in',
      { settings: { dedupe_on: 'company' }, fields: [] },
      'settings.dedupe_on',
    ],
    ['an unknown setting', { settings: { valid: true } }, 'settings.valid'],
  ])('with %s is refused', async (_, more, param) => {
    const body = { name: 'Wrong', object_type_id: type.id, ...more };
    const { status, body: answer } = await tenant.post('/v1/forms', body);
    expect([status, answer.error?.param]).toEqual([400, param]);
  });

  it('belongs only to its tenant', async () => {
    const theirs = await defineType(other, { secret: 'string' });
    const made = await tenant.post('/v1/forms', { name: 'Theirs', object_type_id: theirs.id });
    expect(made.status).toBe(404);
    const form = await contact();
    expect((await other.get(`/v1/forms/${form.id}`)).status).toBe(404);
    const headers = { 'x-tenant-id': other.tenant.id };
    const read = await tenant.as(undefined).get(publicPath(form.id), undefined, headers);
    expect([read.status, read.body.error.code]).toEqual([403, 'TENANT_MISMATCH']);
    const unknown = await tenant.as(undefined).get(publicPath(`form_${'0'.repeat(32)}`));
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is not managed by users without forms:manage', async () => {
    const form = await contact();
    const user = await createUser(tenant);
    for (const path of ['/v1/forms', `/v1/forms/${form.id}/submissions`])
      expect((await user.client.get(path)).status).toBe(403);
  });

  it('is shown to anyone without where its answers go', async () => {
    const form = await contact({
      settings: { notify_emails: ['boss@example.com'], dedupe_on: 'email' },
    });
    const { status, body } = await tenant.as(undefined).get(publicPath(form.id));
    expect([status, body.data.fields[0].name, body.data.settings.submit_label]).toEqual([
      200,
      'email',
      'Submit',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/boss@|dedupe|"property":"email"|object_type/);
  });
});

describe('deletes', () => {
  it('of a form ask first when there are submissions', async () => {
    const form = await contact();
    await send(tenant, form.id, { email: 'a@example.com' });
    const shown = await tenant.get(`/v1/forms/${form.id}/dependencies`);
    expect(shown.body.data.dependencies).toEqual([
      { type: 'submission', count: 1, label: '1 submission' },
    ]);
    const asked = await tenant.delete(`/v1/forms/${form.id}`);
    expect([asked.status, asked.body.error.code]).toEqual([409, 'DEPENDENCY_EXISTS']);
    const token = asked.body.error.confirm_token;
    const done = await tenant.delete(`/v1/forms/${form.id}?confirm_token=${token}`);
    expect([done.status, done.body.data]).toEqual([200, { id: form.id, deleted: true }]);
    expect((await tenant.get(`/v1/forms/${form.id}`)).status).toBe(404);
  });

  it('of a form ask again when more has been sent since, and the token for that works', async () => {
    const form = await contact();
    await send(tenant, form.id, { email: 'a@example.com' });
    const first = (await tenant.delete(`/v1/forms/${form.id}`)).body.error;
    for (const name of ['b', 'c']) await send(tenant, form.id, { email: `${name}@example.com` });
    const again = await tenant.delete(`/v1/forms/${form.id}?confirm_token=${first.confirm_token}`);
    expect([again.status, again.body.error.dependencies]).toEqual([
      409,
      [{ type: 'submission', count: 3, label: '3 submissions' }],
    ]);
    const { confirm_token } = again.body.error;
    const done = await tenant.delete(`/v1/forms/${form.id}?confirm_token=${confirm_token}`);
    expect(done.status).toBe(200);
  });

  it('of a type or a property name the forms that use them, and leave their submissions', async () => {
    const own = await defineType(tenant, properties);
    const form = await createForm(tenant, { object_type_id: own.id, fields: contactFields });
    await send(tenant, form.id, { email: 'a@example.com', name: 'Ada' });
    const property = `/v1/object-types/${own.id}/properties/${own.properties.name}`;
    const asked = await tenant.delete(property);
    expect([asked.status, asked.body.error.dependencies]).toEqual([
      409,
      [{ type: 'form', count: 1, label: '1 form' }],
    ]);
    const gone = await tenant.delete(`${property}?confirm_token=${asked.body.error.confirm_token}`);
    expect(gone.status).toBe(200);
    expect((await send(tenant, form.id, { email: 'b@example.com', name: 'Bob' })).status).toBe(201);

    const path = `/v1/object-types/${own.id}`;
    const type = await tenant.delete(path);
    expect(type.body.error.dependencies).toContainEqual({
      type: 'form',
      count: 1,
      label: '1 form',
    });
    const token = type.body.error.confirm_token;
    expect((await tenant.delete(`${path}?force=true&confirm_token=${token}`)).status).toBe(200);
    const { body } = await tenant.get(`/v1/forms/${form.id}`);
    expect(body.data).toMatchObject({
      status: 'paused',
      object_type_id: null,
      submission_count: 2,
    });
  });
});

describe('submissions', () => {
  it('are found by their values, and counted', async () => {
    const form = await contact();
    for (const name of ['Ada', 'Grace', 'Ada L.'])
      await send(tenant, form.id, { email: 'x@example.com', name });
    const find = async (query: string) =>
      (await tenant.get(`/v1/forms/${form.id}/submissions?${query}`)).body.data;
    expect(await find('search=ada&limit=1')).toMatchObject({
      submissions: [{ data: { name: 'Ada L.' } }],
      total: 2,
    });
    expect((await find('search=name')).total).toBe(0);
    expect((await find('offset=2')).submissions).toMatchObject([{ data: { name: 'Ada' } }]);
  });

  it('are exported, and no cell is a formula', async () => {
    const form = await createForm(tenant, {
      fields: [{ name: 'text' }, { name: 'number', type: 'integer' }],
    });
    for (const text of ['=cmd|x!A1', '+1', '-1', '@x', '\tx', "'=1", '＝1', 'a,"b"', '<b>'])
      expect((await send(tenant, form.id, { text, number: -5 })).status).toBe(201);
    const file = async (format: string) => {
      const path = `${server.url}/v1/forms/${form.id}/submissions/export?format=${format}`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${tenant.token}` } });
      expect(answer.headers.get('content-disposition')).toContain(`.${format}`);
      return answer;
    };
    const csv = (await (await file('csv')).text()).trimEnd().split('\r\n');
    expect(csv[0]).toBe('id,created_at,status,object_id,text,number');
    const cells = csv.slice(1).map((line) => line.split(',,')[1]);
    expect(cells).toEqual([
      "'=cmd|x!A1,-5",
      "'+1,-5",
      "'-1,-5",
      "'@x,-5",
      "'\tx,-5",
      "''=1,-5",
      "'＝1,-5",
      '"a,""b""",-5',
      '<b>,-5',
    ]);
    const json = (await (await file('json')).json()) as { data: { data: { text: string } }[] };
    expect(json.data.map(({ data }) => data.text)).toContain('=cmd|x!A1');
    const lines = (await (await file('ndjson')).text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).data.number)).toEqual(Array(9).fill(-5));
    const zip = Buffer.from(await (await file('xlsx')).arrayBuffer());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
  });

  it('are mailed to notify_emails, and heard as form.submitted', async () => {
    const form = await contact({ settings: { notify_emails: ['boss@example.com'] } });
    const { body } = await send(tenant, form.id, { email: 'a@example.com', name: '<b>Ada</b>' });
    const mails = (await tenant.get('/v1/email?limit=5')).body.data;
    expect(JSON.stringify(mails)).toContain('boss@example.com');
    const feed = (await tenant.get('/v1/audit-logs?resource_type=form&limit=5')).body.data;
    expect(JSON.stringify(feed)).toContain(body.data.submission_id);
  });
});

describe('analytics', () => {
  it('count views, starts, submissions and where people leave', async () => {
    const form = await contact();
    const tell = (type: string, field?: string) =>
      tenant
        .as(undefined)
        .post(`${publicPath(form.id)}/events`, { type, ...(field ? { field } : {}) });
    for (const type of ['view', 'view', 'view', 'view', 'start', 'start']) await tell(type);
    expect((await tell('abandon', 'kind')).status).toBe(200);
    expect((await tell('abandon', 'nothing')).status).toBe(400);
    const headers = { referer: 'https://www.news.example/story' };
    await send(tenant, form.id, { email: 'a@example.com', name: 'Ada' }, headers);
    await send(tenant, form.id, { email: 'a@example.com', _hp: 'x' });
    const { body } = await tenant.get(`/v1/forms/${form.id}/analytics`);
    expect(body.data).toMatchObject({
      views: 4,
      starts: 2,
      submissions: 1,
      spam: 1,
      conversion_rate: 0.25,
      by_day: [{ views: 4, starts: 2, submissions: 1 }],
      by_field: { email: { filled: 1, dropped: 0 }, kind: { filled: 0, dropped: 1 } },
      sources: [{ source: 'news.example', submissions: 1 }],
    });
  });

  it('keep 30 sources a day for each slot, and call the rest other', async () => {
    const { rows } = await server.db.query(
      `select app.form_counts_add(
        (select jsonb_object_agg('source:h' || n, 1) from generate_series(1, 30) n),
        '{"source:h1": 1, "source:new": 2}') as counts`,
    );
    expect(rows[0].counts).toMatchObject({ 'source:h1': 2, 'source:other': 2 });
    expect(Object.keys(rows[0].counts)).toHaveLength(31);
  });
});
