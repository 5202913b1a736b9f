import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';
import { contactFields, createForm, publicPath, send } from './support.ts';

const server = useServer({ LOG_LEVEL: 'error', TRUSTED_PROXIES: 'loopback' });
const tenant = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(tenant, {
    email: { data_type: 'email', is_indexed: true },
    name: 'string',
    kind: 'string',
    company: 'string',
    secret: 'string',
  });
});
afterAll(() => expect(server.logLines).toEqual([]));

const contact = (more: object = {}) =>
  createForm(tenant, { object_type_id: type.id, fields: contactFields, ...more });
const objectOf = async (id: string) => (await tenant.get(`${type.path}/${id}`)).body.data;
const submissionsOf = async (id: string, query = '') =>
  (await tenant.get(`/v1/forms/${id}/submissions${query}`)).body.data;

describe('a submission', () => {
  it('makes an object of what was sent, and is listed', async () => {
    const form = await contact();
    const { status, body } = await send(tenant, form.id, { email: 'Ada@Example.com', name: 'Ada' });
    expect([status, body]).toMatchObject([201, { data: { redirect_url: null } }]);
    const { properties, created_by } = await objectOf(body.data.object_id);
    expect({ properties, created_by }).toEqual({
      properties: { email: 'ada@example.com', name: 'Ada' },
      created_by: null,
    });
    const { submissions, total } = await submissionsOf(form.id);
    expect(total).toBe(1);
    expect(submissions[0]).toMatchObject({
      id: body.data.submission_id,
      object_id: body.data.object_id,
      status: 'received',
      data: { email: 'ada@example.com', name: 'Ada' },
    });
  });

  it('may be a flat map', async () => {
    const form = await contact();
    const { status } = await tenant
      .as(undefined)
      .post(`${publicPath(form.id)}/submit`, { email: 'flat@example.com' });
    expect(status).toBe(201);
  });

  it('is refused with every field that does not fit named', async () => {
    const form = await contact();
    const { status, body } = await send(tenant, form.id, { email: 'x', kind: 'no', other: 1 });
    expect(status).toBe(400);
    expect(body.error.details.map((d: { path: string; code: string }) => [d.path, d.code])).toEqual(
      [
        ['other', 'unknown_field'],
        ['email', 'invalid_email'],
        ['kind', 'not_an_option'],
      ],
    );
  });
});

describe('show_if', () => {
  it('drops what is hidden, and asks for what is shown', async () => {
    const form = await contact();
    const person = { email: 'p@example.com', kind: 'person', company: 'Acme' };
    const { body } = await send(tenant, form.id, person);
    expect((await objectOf(body.data.object_id)).properties).toEqual({
      email: 'p@example.com',
      kind: 'person',
    });
    const asked = await send(tenant, form.id, { email: 'c@example.com', kind: 'company' });
    expect([asked.status, asked.body.error.param]).toEqual([400, 'company']);
  });

  it('hides what depends on something hidden, in whatever order the fields stand', async () => {
    const ifSet = (property: string) => [{ property, operator: 'not_empty' }];
    const form = await createForm(tenant, {
      fields: [
        { name: 'third', show_if: ifSet('second') },
        { name: 'second', show_if: ifSet('first') },
        { name: 'first', show_if: { switch: true } },
        { name: 'switch', type: 'boolean' },
      ],
    });
    const all = { first: '1', second: '2', third: '3' };
    await send(tenant, form.id, { ...all, switch: false });
    await send(tenant, form.id, { ...all, switch: true });
    const { submissions } = await submissionsOf(form.id);
    expect(submissions.map(({ data }: { data: object }) => data)).toEqual([
      { ...all, switch: true },
      { switch: false },
    ]);
  });

  it.each([
    ['a field on itself', [{ name: 'a', show_if: { a: '1' } }]],
    [
      'two fields on each other',
      [
        { name: 'a', show_if: { b: '1' } },
        { name: 'b', show_if: [{ not: { property: 'a', operator: 'eq', value: '1' } }] },
      ],
    ],
    ['a field on one that is not there', [{ name: 'a', show_if: { z: '1' } }]],
  ])('that makes %s depend is refused', async (_, fields) => {
    const { status, body } = await tenant.post('/v1/forms', { name: 'Circle', fields });
    expect([status, body.error?.code]).toEqual([400, expect.stringMatching(/VALIDATION|UNKNOWN/)]);
  });
});

describe('validation', () => {
  const one = async (field: object, value: unknown) => {
    const form = await createForm(tenant, { fields: [{ name: 'x', ...field }] });
    const { status, body } = await send(tenant, form.id, { x: value });
    return status === 201 ? 'taken' : body.error.details[0].code;
  };
  it.each([
    [{ type: 'integer', validation: { min: 2, max: 4 } }, 3, 'taken'],
    [{ type: 'integer', validation: { min: 2, max: 4 } }, 1, 'too_small'],
    [{ type: 'integer', validation: { min: 2, max: 4 } }, 5, 'too_big'],
    [{ type: 'integer' }, '3', 'invalid_integer'],
    [{ type: 'date', validation: { min: '2026-01-01' } }, '2025-12-31', 'too_small'],
    [{ validation: { min_length: 2 } }, 'a', 'too_short'],
    [{ validation: { max_length: 2 } }, 'abc', 'too_long'],
    [{ validation: { pattern: '[A-Z]{2}\\d+|none' } }, 'AB12', 'taken'],
    [{ validation: { pattern: '[A-Z]{2}\\d+|none' } }, 'xAB12', 'pattern'],
    [{ type: 'checkbox', required: true }, false, 'required'],
    [{ type: 'checkbox', required: true }, true, 'taken'],
    [{ type: 'checkbox', options: [{ value: 'a' }, { value: 'b' }] }, ['b', 'a'], 'taken'],
    [{ type: 'checkbox', options: [{ value: 'a' }, { value: 'b' }] }, ['c'], 'not_an_option'],
    [{ required: true }, '', 'required'],
    [{ type: 'hidden' }, { deep: 1 }, 'invalid_hidden'],
    [{ type: 'file' }, 'file_0123456789abcdef0123456789abcdef', 'invalid_file'],
  ])('by %j finds %j %s', async (field, value, found) => {
    expect(await one(field, value)).toBe(found);
  });

  it.each(['(a+)+$', '(x+x+)+y', '(a|aa)*b'])('by the pattern %s ends at once', async (pattern) => {
    expect(await one({ validation: { pattern } }, `${'a'.repeat(9000)}!`)).toBe('pattern');
  });

  it.each([
    ['(', 'VALIDATION_ERROR'],
    ['(a)\\1', 'VALIDATION_ERROR'],
    ['(?=a)a', 'VALIDATION_ERROR'],
    ['((a{200}){200}){200}', 'FILTER_TOO_EXPENSIVE'],
  ])('by the pattern %s cannot be saved', async (pattern, code) => {
    const fields = [{ name: 'x', validation: { pattern } }];
    const { status, body } = await tenant.post('/v1/forms', { name: 'Slow', fields });
    expect([status, body.error.code]).toEqual([400, code]);
  });
});

describe('submissions from programs', () => {
  it('into the honeypot is kept as spam, makes nothing, and is answered as a success', async () => {
    const form = await contact();
    const { status, body } = await send(tenant, form.id, { email: 'b@example.com', _hp: 'x' });
    expect([status, Object.keys(body.data)]).toEqual([
      201,
      ['submission_id', 'object_id', 'message', 'redirect_url'],
    ]);
    expect((await tenant.get(`${type.path}/${body.data.object_id}`)).status).toBe(404);
    const { submissions } = await submissionsOf(form.id, '?status=spam');
    expect(submissions).toMatchObject([{ status: 'spam', object_id: null }]);
    const { body: after } = await tenant.get(`/v1/forms/${form.id}`);
    expect(after.data.submission_count).toBe(0);
  });

  it('as __proto__ or as a field that is not there is refused or left out', async () => {
    const form = await contact();
    const post = (body: string) =>
      fetch(`${server.url}${publicPath(form.id)}/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...anotherAddress() },
        body,
      });
    const wrapped = await post('{"data": {"email": "a@example.com", "__proto__": {"kind": "x"}}}');
    expect(wrapped.status).toBe(400);
    const { status } = await send(tenant, form.id, { email: 'a@example.com', secret: 'mine' });
    expect(status).toBe(400);
    expect((await post(`{"data": {"email": "${'a'.repeat(5 * 1024 * 1024)}"}}`)).status).toBe(413);
  });
});

describe('dedupe_on', () => {
  it('changes only the sent properties of the object that has the value, and answers no id', async () => {
    const form = await contact({ settings: { dedupe_on: 'email' } });
    const known = await tenant.post(type.path, {
      properties: { email: 'known@example.com', name: 'Old', secret: 'kept' },
    });
    const first = await send(tenant, form.id, { email: 'known@example.com', kind: 'person' });
    const second = await send(tenant, form.id, { email: 'new@example.com' });
    expect([first.body.data.object_id, second.body.data.object_id]).toEqual([null, null]);
    expect((await objectOf(known.body.data.id)).properties).toEqual({
      email: 'known@example.com',
      name: 'Old',
      secret: 'kept',
      kind: 'person',
    });
  });
});

describe('an object that cannot be made', () => {
  it('for a value that is taken is reported at its field, without its owner', async () => {
    const unique = await defineType(tenant, { email: { data_type: 'email', is_unique: true } });
    await tenant.post(unique.path, { properties: { email: 'ada@example.com' } });
    const fields = [{ name: 'mail', type: 'email', property: 'email' }];
    const form = await createForm(tenant, { object_type_id: unique.id, fields });
    const { status, body } = await send(tenant, form.id, { mail: 'ada@example.com' });
    expect([status, body.error.details]).toEqual([
      400,
      [{ path: 'mail', code: 'taken', message: 'has been given already' }],
    ]);
  });

  it('because an automation rejects it is refused in its words', async () => {
    const own = await defineType(tenant, { email: 'email' });
    await tenant.post('/v1/automations', {
      name: 'No more',
      trigger_event: 'object.created',
      object_type_id: own.id,
      mode: 'sync',
      actions: [{ type: 'reject', config: { message: 'We have enough.' } }],
    });
    const fields = [{ name: 'mail', property: 'email' }];
    const form = await createForm(tenant, { object_type_id: own.id, fields });
    const { status, body } = await send(tenant, form.id, { mail: 'ada@example.com' });
    expect([status, body.error?.message, body.error?.details]).toEqual([
      409,
      'We have enough.',
      undefined,
    ]);
  });

  it('because its author may no more is kept with the reason', async () => {
    const key = await tenant.post('/v1/keys', { label: 'maker', scopes: ['write'] });
    const maker = tenant.as(key.body.data.token);
    const form = await createForm(maker, { object_type_id: type.id, fields: contactFields });
    await tenant.delete(`/v1/keys/${key.body.data.key.id}`);
    const { status, body } = await send(tenant, form.id, { email: 'late@example.com' });
    expect([status, body.data?.object_id]).toEqual([201, null]);
    const { submissions } = await submissionsOf(form.id);
    expect(submissions).toMatchObject([
      {
        status: 'error',
        error: expect.stringContaining('act as'),
        data: { email: 'late@example.com' },
      },
    ]);
  });
});

describe('max_submissions', () => {
  it('is kept by 50 at the same time', async () => {
    const form = await contact({ settings: { max_submissions: 7 } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send(
          tenant,
          form.id,
          { email: `n${n}@example.com` },
          { 'x-forwarded-for': `203.0.113.${n}` },
        ),
      ),
    );
    const taken = answers.filter(({ status }) => status === 201);
    const codes = new Set(
      answers.filter(({ status }) => status !== 201).map(({ body }) => body.error.code),
    );
    expect([taken.length, [...codes]]).toEqual([7, ['FORM_CLOSED']]);
    expect((await submissionsOf(form.id)).total).toBe(7);
  });
});

describe('a form takes nothing', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  it.each([
    [{ status: 'draft' }],
    [{ settings: { opens_at: tomorrow } }],
    [{ settings: { closes_at: yesterday } }],
  ])('with %j', async (more) => {
    const form = await contact(more);
    const { status, body } = await send(tenant, form.id, { email: 'a@example.com' });
    expect([status, body.error.code]).toEqual([403, 'FORM_CLOSED']);
  });

  it('from a page that allowed_origins does not name', async () => {
    const form = await contact({ settings: { allowed_origins: ['https://shop.example'] } });
    const from = (origin: string) => send(tenant, form.id, { email: 'a@example.com' }, { origin });
    expect((await from('https://evil.example')).status).toBe(403);
    expect((await from('https://shop.example')).status).toBe(201);
  });

  it('beyond 20 a minute from one address', async () => {
    const form = await contact();
    const headers = { 'x-forwarded-for': '198.51.100.20' };
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++)
      statuses.push((await send(tenant, form.id, { email: `f${n}@example.com` }, headers)).status);
    expect([statuses.slice(0, 20).every((status) => status === 201), statuses[20]]).toEqual([
      true,
      429,
    ]);
  });
});
