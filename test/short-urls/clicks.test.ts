import { beforeEach, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { earlier } from '../support/earlier.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { browser, create, find, rollUp, url, visit } from './support.ts';

const server = useOwnDatabase({ TRUSTED_PROXIES: 'loopback' });
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server, { plan_tier: 'enterprise' });
});

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const stats = async (id: string, period = '30d') =>
  (await api.get(`/v1/short-urls/${id}/stats?period=${period}`)).body.data;
const today = () => new Date().toISOString().slice(0, 10);

describe('max_clicks', () => {
  it('lets exactly so many of fifty at once through', async () => {
    const { id, slug } = await create(api, { url, max_clicks: 7 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => visit(api, slug)));
    const counts = [302, 410].map((code) => answers.filter(({ status }) => status === code).length);
    expect(counts).toEqual([7, 43]);
    expect(await find(api, id)).toMatchObject({ clicks: 7, is_active: false });
    await rollUp(server, api);
    expect(await find(api, id)).toMatchObject({ clicks: 7 });
    expect(await stats(id)).toMatchObject({ clicks: 7 });
  });

  it('counts the clicks from before it was set, rolled up or not', async () => {
    const { id, slug } = await create(api);
    await visit(api, slug);
    await rollUp(server, api);
    await visit(api, slug);
    const { body } = await api.patch(`/v1/short-urls/${id}`, { max_clicks: 3 });
    expect(body.data).toMatchObject({ clicks: 2, is_active: true });
    expect((await visit(api, slug)).status).toBe(302);
    expect((await visit(api, slug)).status).toBe(410);
    await rollUp(server, api);
    expect((await find(api, id)).clicks).toBe(3);
    await api.patch(`/v1/short-urls/${id}`, { max_clicks: null });
    expect((await visit(api, slug)).status).toBe(302);
    expect((await find(api, id)).clicks).toBe(4);
  });
});

describe('the statistics', () => {
  const visits: Record<string, string>[] = [
    {
      referer: 'https://www.news.example/a?b',
      'cf-ipcountry': 'DE',
      'x-forwarded-for': '192.0.2.1',
    },
    { referer: 'https://news.example/', 'cf-ipcountry': 'DE', 'x-forwarded-for': '192.0.2.1' },
    { 'user-agent': chrome, 'cf-ipcountry': 'XX', 'x-forwarded-for': '192.0.2.2' },
    { 'user-agent': 'curl/8', 'cf-ipcountry': 'FR' },
  ];
  const expected = {
    clicks: 4,
    unique: 3,
    by_day: [{ date: today(), clicks: 4, unique: 3 }],
    referrers: [
      { referrer: null, clicks: 2 },
      { referrer: 'news.example', clicks: 2 },
    ],
    countries: [
      { country: null, clicks: 2 },
      { country: 'DE', clicks: 2 },
    ],
    browsers: [
      { browser: 'Firefox', clicks: 2 },
      { browser: 'Chrome', clicks: 1 },
      { browser: 'other', clicks: 1 },
    ],
  };

  it('are the same before and after the worker has rolled clicks up, and in between', async () => {
    const { id, slug } = await create(api);
    for (const headers of visits) await visit(api, slug, { ...browser, ...headers });
    const { clicks, last_clicked_at } = await find(api, id);
    expect([clicks, last_clicked_at]).toEqual([4, expect.any(String)]);
    const same = async (facts: object) => {
      for (const period of ['24h', '7d', '30d', '90d', 'all'])
        expect(await stats(id, period)).toMatchObject({ ...facts, period });
    };
    await same(expected);
    expect(await rollUp(server, api)).toBe(1);
    await same(expected);
    expect(await find(api, id)).toMatchObject({ clicks, last_clicked_at });
    for (const headers of visits) await visit(api, slug, { ...browser, ...headers });
    const twice = { clicks: 8, unique: 3, by_day: [{ date: today(), clicks: 8, unique: 3 }] };
    await same(twice);
    await rollUp(server, api);
    await same(twice);
  });

  it('hold no address, and forget who it was when the day has ended', async () => {
    const { slug } = await create(api);
    await visit(api, slug, { 'x-forwarded-for': '192.0.2.99' });
    const rows = async (table: string) =>
      (
        await server.db.query(`select t::text as row from app.${table} t where tenant_id = $1`, [
          api.tenant.id,
        ])
      ).rows.map(({ row }) => row);
    expect((await rows('short_url_clicks')).join()).not.toContain('192.0.2.99');
    await rollUp(server, api);
    expect(await rows('short_url_clicks')).toEqual([]);
    const forget = () =>
      asWorker(server, `select worker.short_urls_forget($1, 'forget', 0)`, [api.tenant.id]);
    await forget();
    expect(await rows('short_url_visitors')).toHaveLength(1);
    await server.db.query(`update app.short_url_visitors set day = day - 1 where tenant_id = $1`, [
      api.tenant.id,
    ]);
    await server.db.query(
      `update app.short_url_counts set since = ${earlier('since', "interval '3 days'")}
       where tenant_id = $1 and grain = 'hour'`,
      [api.tenant.id],
    );
    await forget();
    expect(await rows('short_url_visitors')).toEqual([]);
    expect((await rows('short_url_counts')).filter((row) => row.includes('hour'))).toEqual([]);
    expect((await rows('short_url_counts')).filter((row) => row.includes('day'))).toHaveLength(4);
    expect((await rows('work')).filter((row) => row.includes('short_url,forget'))).toEqual([]);
  });

  it('keep thirty referrers of a day apart, and count the rest as other', async () => {
    const { id } = await create(api);
    await server.db.query(
      `insert into app.short_url_clicks (tenant_id, short_url_id, clicked_at, referrer, browser, visitor)
       select $1, $2, now(), format('site%s.example', least(n / 2, 99)), 'Chrome', decode(lpad(to_hex(n), 24, '0'), 'hex')
       from generate_series(0, 6999) n`,
      [api.tenant.id, id],
    );
    expect(await rollUp(server, api)).toBe(2);
    const { clicks, unique, referrers } = await stats(id);
    expect([clicks, unique, referrers.length]).toEqual([7000, 7000, 31]);
    const sum = referrers.reduce((all: number, { clicks: n }: { clicks: number }) => all + n, 0);
    expect(sum).toBe(7000);
    expect(referrers.map(({ referrer }: { referrer: string }) => referrer)).toContain('other');
    const { rows } = await server.db.query(
      'select count(*)::int as n from app.short_url_counts where short_url_id = $1',
      [id],
    );
    expect(rows[0].n).toBe(3 * (1 + 31 + 1 + 1));
  });

  it('show no days before the period, and all of them for all', async () => {
    const { id, slug } = await create(api);
    await visit(api, slug);
    await rollUp(server, api);
    await server.db.query(
      `insert into app.short_url_counts (tenant_id, short_url_id, grain, since, dimension, value, clicks, visitors)
       select $1, $2, 'day', date_trunc('day', now(), 'UTC') - make_interval(days => n), 'all', '', 10, 5
       from unnest('{6,7,29,30,89,90,400}'::int[]) n`,
      [api.tenant.id, id],
    );
    const days = { '24h': 1, '7d': 2, '30d': 4, '90d': 6, all: 8 };
    for (const [period, count] of Object.entries(days)) {
      const { by_day, clicks } = await stats(id, period);
      expect([period, by_day.length, clicks]).toEqual([period, count, 10 * (count - 1) + 1]);
    }
    expect((await api.get(`/v1/short-urls/${id}/stats?period=1y`)).status).toBe(400);
  });

  it('lose clicks of what is deleted meanwhile, and no others', async () => {
    const [one, two] = [await create(api), await create(api)];
    await visit(api, two.slug);
    await server.db.query(
      `insert into app.short_url_clicks (tenant_id, short_url_id, clicked_at, browser, visitor)
       values ($1, 'sl_gone', now(), 'x', decode(repeat('00', 12), 'hex'))`,
      [api.tenant.id],
    );
    await rollUp(server, api);
    expect([(await find(api, one.id)).clicks, (await find(api, two.id)).clicks]).toEqual([0, 1]);
  });
});

describe('a click', () => {
  it('writes no row that another click writes', async () => {
    const { id, slug } = await create(api);
    await visit(api, slug);
    const state = async () =>
      (
        await server.db.query(
          `select s.xmin::text || s.xmax::text || s.ctid::text as link, w.xmin::text || w.ctid::text as work
           from app.short_urls s join app.work w using (tenant_id)
           where s.id = $1 and w.kind = 'short_url' and w.id = 'roll_up'`,
          [id],
        )
      ).rows;
    const before = await state();
    expect(before).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => visit(api, slug)));
    expect(await state()).toEqual(before);
    expect((await find(api, id)).clicks).toBe(21);
  });

  it('is an event if anything listens, and otherwise leaves no row in the journal', async () => {
    const { id, slug } = await create(api);
    const clicked = async () =>
      (
        await server.db.query(
          `select after from app.journal where tenant_id = $1 and type = 'short_url.clicked'`,
          [api.tenant.id],
        )
      ).rows;
    await visit(api, slug);
    expect(await clicked()).toEqual([]);
    const hook = { url: 'https://hooks.example/', events: ['short_url.*'] };
    expect((await api.post('/v1/webhooks', hook)).status).toBe(201);
    await visit(api, slug, { referer: 'https://news.example/' });
    expect(await clicked()).toEqual([
      { after: expect.objectContaining({ id, slug, referrer: 'news.example' }) },
    ]);
    expect(JSON.stringify(await clicked())).not.toContain('visitor');
  });
});

it('the worker rolls clicks up by itself, seconds after them', async () => {
  const own = await server.sibling({ WORKER: 'on' });
  try {
    const { id, slug } = await create(api);
    await visit(api, slug);
    await server.db.query(
      `update app.work set due_at = now() where tenant_id = $1 and kind = 'short_url'`,
      [api.tenant.id],
    );
    await until(
      async () =>
        (await server.db.query('select clicks::int from app.short_urls where id = $1', [id])).rows,
      ([row]) => row.clicks === 1,
    );
  } finally {
    await own.close();
  }
});
