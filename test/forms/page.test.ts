import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';
import { contactFields, createForm, getPage, publicPath } from './support.ts';

const server = useServer({ LOG_LEVEL: 'error', TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(tenant, {
    email: 'email',
    name: 'string',
    kind: 'string',
    company: 'string',
  });
});
afterAll(() => expect(server.logLines).toEqual([]));

/** Posts the page of a form as a browser does. */
const post = (id: string, body: URLSearchParams | FormData, query = '', headers = {}) =>
  fetch(`${server.url}/f/${id}${query}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { accept: 'text/html', ...anotherAddress(), ...headers },
  });
const contact = (more: object = {}) =>
  createForm(tenant, { object_type_id: type.id, fields: contactFields, ...more });
const lastOf = async (id: string) =>
  (await tenant.get(`/v1/forms/${id}/submissions`)).body.data.submissions[0];

describe('the page of a form', () => {
  it('shows its fields with labels, in the branding of the tenant, and nothing in it runs', async () => {
    const form = await contact({ name: '<script>alert(1)</script>' });
    const { status, body: text, headers } = await getPage(tenant, form.id);
    expect(status).toBe(200);
    expect(text).toContain('<label for="f-email">');
    expect(text).toContain('&#60;script&#62;alert(1)');
    expect(text).not.toContain('<script>alert');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect((await tenant.get(`/v1/forms/${form.id}/analytics`)).body.data.views).toBe(1);
  });

  it('leads on after a good submission, which keeps utm and time', async () => {
    const form = await contact();
    const body = new URLSearchParams({
      email: 'a@example.com',
      name: 'Ada',
      kind: '',
      _hp: '',
      _source: 'news.example',
      _started: new Date(Date.now() - 5000).toISOString(),
    });
    const answer = await post(form.id, body, '?utm_source=mail&x=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/f/${form.id}?sent=1`]);
    const thanks = await getPage(tenant, form.id, '?sent=1');
    expect(thanks.body).toContain('Thank you.');
    expect(await lastOf(form.id)).toMatchObject({
      data: { email: 'a@example.com', name: 'Ada' },
      utm: { utm_source: 'mail' },
    });
    const { body: analytics } = await tenant.get(`/v1/forms/${form.id}/analytics`);
    expect(analytics.data.completion_time_ms_p50).toBeGreaterThanOrEqual(5000);
    expect(analytics.data.sources).toEqual([{ source: 'news.example', submissions: 1 }]);
  });

  it('is shown again with what is wrong, beside the field, and with what was filled in', async () => {
    const form = await contact();
    const answer = await post(form.id, new URLSearchParams({ email: 'nonsense', name: '"><b>' }));
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).toContain('<a href="#f-email">');
    expect(text).toMatch(
      /<input id="f-email"[^>]*aria-describedby="f-email-error" aria-invalid="true"/,
    );
    expect(text).toContain('value="&#34;&#62;&#60;b&#62;"');
  });

  it('accepts numbers, boxes and times as text', async () => {
    const form = await createForm(tenant, {
      fields: [
        { name: 'age', type: 'integer' },
        { name: 'agree', type: 'checkbox', required: true },
        { name: 'news', type: 'boolean', default: true },
        { name: 'days', type: 'checkbox', options: [{ value: 'mon' }, { value: 'tue' }] },
        { name: 'at', type: 'datetime' },
      ],
    });
    const body = new URLSearchParams({ age: ' 42', agree: 'true', at: '2026-11-23T10:30' });
    body.append('days', 'mon');
    body.append('days', 'tue');
    expect((await post(form.id, body)).status).toBe(303);
    expect((await lastOf(form.id)).data).toEqual({
      age: 42,
      agree: true,
      days: ['mon', 'tue'],
      at: '2026-11-23T10:30:00+00:00',
    });
  });

  it('is filled in from its address if the form allows it', async () => {
    const form = await contact({ settings: { prefill: { e: 'email' } } });
    const { body: text } = await getPage(tenant, form.id, '?e=ada%40example.com&name=No');
    expect(text).toContain('value="ada@example.com"');
    expect(text).not.toContain('value="No"');
  });

  it('shows when the form is closed', async () => {
    const form = await contact({ settings: { closes_at: '2020-01-01T00:00:00Z' } });
    const { status, body: text } = await getPage(tenant, form.id);
    expect([status, text.includes('This form has closed.')]).toEqual([403, true]);
    const answer = await post(form.id, new URLSearchParams({ email: 'a@example.com' }));
    expect([answer.status, (await answer.text()).includes('has closed')]).toEqual([403, true]);
  });

  it('may stand in frames of the pages that allowed_origins names', async () => {
    const form = await contact({ settings: { allowed_origins: ['https://shop.example'] } });
    const { headers } = await getPage(tenant, form.id);
    expect(headers.get('content-security-policy')).toContain(
      'frame-ancestors https://shop.example',
    );
    expect(headers.get('x-frame-options')).toBeNull();
    const script = await fetch(`${server.url}/f/${form.id}/embed.js`);
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ]);
    const foreign = { origin: 'https://evil.example' };
    const answer = await post(
      form.id,
      new URLSearchParams({ email: 'a@example.com' }),
      '',
      foreign,
    );
    expect(answer.status).toBe(403);
  });

  it('that is broken is an error of the page', async () => {
    const form = await contact();
    const headers = { accept: 'text/html', 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await tenant
      .as(undefined)
      .send('POST', `/f/${form.id}`, { body: '--x', headers: { ...headers, ...anotherAddress() } });
    expect(answer.status).toBe(422);
  });

  it('is a 404 for an unknown id', async () => {
    expect((await getPage(tenant, `form_${'0'.repeat(32)}`)).status).toBe(404);
  });
});

describe('files', () => {
  const fields = [
    { name: 'name', required: true },
    { name: 'photo', type: 'file', validation: { max: 1000 } },
  ];

  it('come with a page, are kept when another field is wrong, and belong to the object', async () => {
    const form = await createForm(tenant, {
      object_type_id: type.id,
      fields: [{ ...fields[0], property: 'name' }, fields[1]],
    });
    const body = new FormData();
    body.set('photo', new File(['hello'], 'hello.txt', { type: 'text/plain' }));
    const first = await post(form.id, body);
    const text = await first.text();
    expect(first.status).toBe(422);
    const id = /name="photo" value="(file_[0-9a-f]{32})"/.exec(text)?.[1] ?? '';
    const again = new FormData();
    again.set('name', 'Ada');
    again.set('photo', id);
    expect((await post(form.id, again)).status).toBe(303);
    const { object_id, data } = await lastOf(form.id);
    expect(data.photo).toBe(id);
    const file = (await tenant.get(`/v1/files/${id}`)).body.data;
    expect(file).toMatchObject({
      object_id,
      status: 'ready',
      filename: 'hello.txt',
      access: 'private',
    });
  });

  it('too large for their field are its fault', async () => {
    const form = await createForm(tenant, { fields });
    const body = new FormData();
    body.set('name', 'Ada');
    body.set('photo', new File(['x'.repeat(1001)], 'x.txt'));
    const answer = await post(form.id, body);
    expect([answer.status, (await answer.text()).includes('id="f-photo-error"')]).toEqual([
      422,
      true,
    ]);
  });

  it('go through slots that only this field of this form takes, once', async () => {
    const form = await createForm(tenant, { fields });
    const stranger = await createForm(tenant, { fields });
    const slot = await tenant.as(undefined).post(`${publicPath(form.id)}/uploads`, {
      field: 'photo',
      filename: 'a.txt',
      mime_type: 'text/plain',
      size_bytes: 5,
    });
    expect(slot.status).toBe(201);
    const { file_id, upload_endpoint } = slot.body.data;
    const submit = (id: string) =>
      tenant
        .as(undefined)
        .post(
          `${publicPath(id)}/submit`,
          { data: { name: 'Ada', photo: file_id } },
          anotherAddress(),
        );
    expect((await submit(form.id)).status).toBe(400);
    const put = await fetch(`${server.url}${upload_endpoint}`, {
      method: 'PUT',
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    expect(put.status).toBe(200);
    const statuses = [await submit(stranger.id), await submit(form.id), await submit(form.id)];
    expect(statuses.map(({ status }) => status)).toEqual([400, 201, 400]);
    const wrong = await tenant.as(undefined).post(`${publicPath(form.id)}/uploads`, {
      field: 'name',
      filename: 'a.txt',
      mime_type: 'text/plain',
      size_bytes: 5,
    });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'field']);
  });
});

it('a draft shows nothing of itself, not even its name', async () => {
  const form = await contact({ name: 'A secret merger', status: 'draft' });
  for (const query of ['', '?sent=1']) {
    const { status, body } = await getPage(tenant, `${form.id}${query}`);
    expect([status, /merger|f-email/.test(body)]).toEqual([403, false]);
  }
});
