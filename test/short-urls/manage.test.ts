import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { create, find, url, visit } from './support.ts';

const path = '/v1/short-urls';
const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

describe('creating a short URL', () => {
  it('answers the whole record, with a random slug of seven characters', async () => {
    const { status, headers, body } = await api.post(path, { url });
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^sl_[0-9a-f]{32}$/),
        slug: expect.stringMatching(/^[0-9A-Za-z]{7}$/),
        domain: new URL(server.url).host,
        short_url: `${server.url}/s/${body.data.slug}`,
        url,
        file_id: null,
        title: null,
        utm: {},
        tags: [],
        external_id: null,
        metadata: {},
        has_password: false,
        expires_at: null,
        expired_url: null,
        max_clicks: null,
        clicks: 0,
        last_clicked_at: null,
        is_active: true,
        created_by: null,
        created_at: expect.any(String),
        updated_at: body.data.created_at,
      },
    ]);
    expect((await api.get(`${path}/${body.data.id}`)).headers.get('etag')).toBe(
      headers.get('etag'),
    );
  });

  it('stores every field, and only a hash of the password', async () => {
    const given = {
      url,
      slug: 'Spring_sale-1',
      title: 'Spring',
      expires_at: '2099-01-01T00:00:00+00:00',
      expired_url: 'https://example.com/over',
      max_clicks: 5,
      tags: ['b', 'a', 'b'],
      external_id: 'crm-7',
      utm: { source: 'mail' },
      metadata: { a: [1] },
    };
    const made = await create(api, { ...given, password: 'open sesame' });
    expect(made).toMatchObject({ ...given, tags: ['a', 'b'], has_password: true });
    const { rows } = await server.db.query(
      `select (select password_hash from app.short_urls where id = $1) as hash,
         (select string_agg(j::text, '') from app.journal j where j.tenant_id = $2) as journal`,
      [made.id, api.tenant.id],
    );
    expect(rows[0].hash).toMatch(/^\$argon2id\$/);
    for (const secret of ['open sesame', 'argon2id']) expect(rows[0].journal).not.toContain(secret);
  });

  it('takes key for slug, and not both with different words', async () => {
    expect((await create(api, { url, key: 'by-key' })).slug).toBe('by-key');
    expect((await create(api, { url, key: 'one', slug: 'one' })).slug).toBe('one');
    const { status, body } = await api.post(path, { url, key: 'one', slug: 'two' });
    expect([status, body.error.param]).toEqual([400, 'key']);
  });

  it('refuses a slug that is taken, by whomever, in the same words', async () => {
    await create(api, { url, slug: 'taken' });
    const other = await createTenant(server);
    for (const client of [api, other]) {
      const { status, body } = await client.post(path, { url, slug: 'taken' });
      expect([status, body.error]).toEqual([
        409,
        {
          code: 'ALREADY_EXISTS',
          message: 'The slug taken is taken by another short URL. Choose another.',
          param: 'slug',
          details: { field: 'slug', value: 'taken' },
        },
      ]);
    }
    expect((await create(api, { url, slug: 'Taken' })).slug).toBe('Taken');
  });

  it('gives one slug to one of many who want it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.post(path, { url, slug: 'rush' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  it.each([
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'ftp://example.com/' }],
    ['url', { url: 'https://ada:secret@example.com/' }],
    ['url', { url: 'https://example.com/\n' }],
    ['url', { url: 'https:\\\\example.com' }],
    ['url', { url: '/relative' }],
    ['url', { url: `https://example.com/${'x'.repeat(4000)}` }],
    ['url', {}],
    ['expired_url', { url, expired_url: 'data:text/html,x' }],
    ['slug', { url, slug: 'a b' }],
    ['slug', { url, slug: '' }],
    ['slug', { url, slug: 'x'.repeat(101) }],
    ['slug', { url, slug: 'straße' }],
    ['max_clicks', { url, max_clicks: 0 }],
    ['password', { url, password: '' }],
    ['tags', { url, tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }],
    ['metadata', { url, metadata: { a: 'x'.repeat(11_000) } }],
    ['utm.origin', { url, utm: { origin: 'x' } }],
    ['domain', { url, domain: 'go.example.com' }],
    ['clicks', { url, clicks: 5 }],
  ])('refuses %s of %j', async (field, body) => {
    const answer = await api.post(path, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.error.details[0].path).toBe(field);
  });

  it('refuses to lead to a short URL of its own, however that is written', async () => {
    const { host } = new URL(server.url);
    for (const loop of [`/s/x`, `//s/x`, `/%73/x`, `/a/../s/x`, `/S/x`, `/s`])
      for (const field of ['url', 'expired_url']) {
        const { status, body } = await api.post(path, { url, [field]: `http://${host}${loop}` });
        expect([loop, status, body.error?.details]).toEqual([
          loop,
          400,
          [expect.objectContaining({ path: field, code: 'loop' })],
        ]);
      }
    expect((await api.post(path, { url: `http://${host}/docs` })).status).toBe(201);
  });
});

describe('changing a short URL', () => {
  it('changes what is named, and empties what is null', async () => {
    const made = await create(api, { url, title: 'a', tags: ['x'], max_clicks: 3, password: 'p' });
    const { body } = await api.patch(`${path}/${made.id}`, {
      url: 'https://example.com/other',
      title: null,
      max_clicks: null,
      password: null,
      tags: [],
    });
    expect(body.data).toEqual({
      ...made,
      url: 'https://example.com/other',
      title: null,
      max_clicks: null,
      has_password: false,
      tags: [],
      updated_at: expect.any(String),
    });
    expect((await api.get(`${path}?tag=x`)).body.data.results).toEqual([]);
    expect((await visit(api, made.slug)).headers.get('location')).toBe('https://example.com/other');
  });

  it('moves it to another slug; the old one leads nowhere, and stays with its tenant', async () => {
    const { id } = await create(api, { url, slug: 'before' });
    await api.patch(`${path}/${id}`, { slug: 'after' });
    expect((await visit(api, 'before')).status).toBe(404);
    expect((await visit(api, 'after')).status).toBe(302);
    const other = await createTenant(server);
    expect((await other.post(path, { url, slug: 'before' })).status).toBe(409);
    expect((await create(api, { url, slug: 'before' })).slug).toBe('before');
  });

  it('switches it off and on again', async () => {
    const { id, slug } = await create(api);
    expect((await api.patch(`${path}/${id}`, { is_active: false })).body.data.is_active).toBe(
      false,
    );
    expect((await visit(api, slug)).status).toBe(410);
    await api.patch(`${path}/${id}`, { is_active: true });
    expect((await visit(api, slug)).status).toBe(302);
  });

  it('refuses to leave it without a target', async () => {
    const { id } = await create(api);
    expect((await api.patch(`${path}/${id}`, { url: null })).status).toBe(400);
    expect((await api.patch(`${path}/${id}`, { file_id: 'file_0' })).status).toBe(404);
  });
});

describe('the list of short URLs', () => {
  it('is paged, newest first, with filters', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3])
      ids.unshift(
        (
          await create(api, {
            url: `https://example.com/${n}`,
            title: `Page ${n} of 100%`,
            tags: n > 1 ? ['late', `t${n}`] : [],
            external_id: `x${n % 2}`,
            is_active: n !== 2,
          })
        ).id,
      );
    const list = async (query: string) => {
      const { body } = await api.get(`${path}?${query}`);
      return { ...body.data, results: body.data.results.map(({ id }: { id: string }) => id) };
    };
    const first = await list('limit=2');
    expect(first).toMatchObject({ results: ids.slice(0, 2), total: 3, total_relation: 'eq' });
    const second = await list(`limit=2&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ results: ids.slice(2), next_cursor: null });
    const [three, two, one] = ids;
    for (const [query, found] of [
      ['tag=late', [three, two]],
      ['tag=late&is_active=true', [three]],
      ['external_id=x1', [three, one]],
      ['tag=t3&external_id=x1&search=PAGE', [three]],
      ['search=example.com/2', [two]],
      ['search=100%25', ids],
      ['search=1__%25', []],
      ['is_active=false', [two]],
      ['tag=nobody', []],
    ] as const)
      expect([query, (await list(query)).results]).toEqual([query, found]);
    expect((await list('count=none')).total).toBeNull();
    expect((await api.get(`${path}?tag=late&cursor=${first.next_cursor}`)).status).toBe(400);
    expect((await (await createTenant(server)).get(path)).body.data.results).toEqual([]);
  });
});

describe('deleting a short URL', () => {
  it('happens at once when it has no clicks', async () => {
    const { id, slug } = await create(api);
    const { body } = await api.delete(`${path}/${id}`);
    expect(body.data).toEqual({ id, deleted: true });
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
    expect((await visit(api, slug)).status).toBe(404);
  });

  it('asks first when its statistics would be lost', async () => {
    const { id, slug } = await create(api);
    await visit(api, slug);
    const { status, body } = await api.delete(`${path}/${id}`);
    expect([status, body.error.dependencies]).toEqual([
      409,
      [{ type: 'click', count: 1, label: '1 click' }],
    ]);
    await visit(api, slug);
    const done = await api.delete(`${path}/${id}?confirm_token=${body.error.confirm_token}`);
    expect(done.status).toBe(200);
    const { rows } = await server.db.query(
      'select from app.short_url_clicks where short_url_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });

  it('leaves the slug to its tenant', async () => {
    const { id } = await create(api, { url, slug: 'given-up' });
    await api.delete(`${path}/${id}`);
    const other = await createTenant(server);
    expect((await other.post(path, { url, slug: 'given-up' })).status).toBe(409);
    expect((await create(api, { url, slug: 'given-up' })).id).not.toBe(id);
    expect((await visit(api, 'given-up')).status).toBe(302);
  });
});

describe('rights to manage short URLs', () => {
  it('a key by its scope, a user with the permission', async () => {
    const { id } = await create(api);
    const reader = await api.withKey(['read']);
    expect((await reader.get(`${path}/${id}`)).status).toBe(200);
    expect((await reader.post(path, { url })).status).toBe(403);
    expect((await (await api.withKey(['write'])).post(path, { url })).status).toBe(201);
    const { client, user } = await signUp(api);
    for (const call of [client.get(path), client.post(path, { url }), client.get(`${path}/${id}`)])
      expect((await call).status).toBe(403);
    const role = await api.post('/v1/roles', { name: 'links', permissions: ['short_urls:manage'] });
    await api.post('/v1/roles/assign', { user_id: user.id, role_id: role.body.data.id });
    const { status, body } = await client.post(path, { url });
    expect([status, body.data?.created_by]).toEqual([201, user.id]);
  });

  it('do not reach another tenant', async () => {
    const { id } = await create(api);
    const other = await createTenant(server);
    for (const call of [
      other.get(`${path}/${id}`),
      other.get(`${path}/${id}/stats`),
      other.patch(`${path}/${id}`, { title: 'x' }),
      other.delete(`${path}/${id}`),
    ])
      expect((await call).status).toBe(404);
    expect((await find(api, id)).title).toBeNull();
  });
});
