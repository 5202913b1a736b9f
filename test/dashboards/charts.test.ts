import { beforeAll, describe, expect, it } from 'vitest';
import { good } from '../support/answers.ts';
import { defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { dashboard, made, widget } from './support.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  const properties = { status: 'string', amount: 'number', price: 'currency', day: 'date' };
  await defineType(api, properties, { name: 'deals' });
  const objects = [
    ['won', 7, '2026-01-01'],
    ['lost', 1, '2026-01-02'],
    ['won', 4, '2026-01-03'],
    ['lost', 9, '2026-01-09'],
    ['won', 2, '2026-01-09'],
    ['won', 3, '2026-01-10'],
    ['won', 5, null],
  ].map(([status, amount, day]) => ({
    properties: { status, amount, day, price: { amount: `${amount}000`, currency: 'EUR' } },
  }));
  await made(api.post('/v1/objects/deals/batch/create', { objects }));
});

const byDay = { object_type_id: 'deals', group_by: 'day', interval: 'day' };
const mean = { fn: 'avg', property: 'amount' };
const revenue = { fn: 'sum', property: 'price', as: 'revenue' };

/** The pictures of a widget on the page of a shared dashboard, of light and of dark. */
async function drawn(type: string, config: object): Promise<{ light: string; dark: string }> {
  const { id, share_token } = await dashboard(api, { is_public: true });
  await widget(api, id, type, config);
  const html = await (await fetch(`${server.url}/d/${share_token}`)).text();
  const of = (attribute: string) => {
    const data = new RegExp(`${attribute}="data:image/svg\\+xml;base64,([^"]+)"`).exec(html);
    return Buffer.from(data?.[1] ?? '', 'base64').toString();
  };
  return { light: of('src'), dark: of('srcset') };
}

const [first, second] = ['#0072B2', '#E69F00'];
/** The lines of a colour, each with its pieces. */
const linesOf = (svg: string, color: string): string[][] =>
  [...svg.matchAll(/<path d="([^"]*)" fill="none"[^>]* stroke="([^"]*)"/g)]
    .filter(([, path, stroke]) => stroke === color && path?.includes('L'))
    .map(([, path]) => (path ?? '').split(/(?=M)/).filter((piece) => piece.includes('L')));
/** How many points a line goes through. */
const pointsOf = (pieces: string[]): number[] => pieces.map((piece) => piece.split('L').length);
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '');

describe('a day that nothing happened on', () => {
  it('is zero for counts and sums, and a gap for means, unless the widget sets otherwise', async () => {
    const count = linesOf((await drawn('line', byDay)).light, first);
    expect(count.map(pointsOf)).toEqual([[10]]);
    const gap = linesOf((await drawn('line', { ...byDay, missing: 'gap' })).light, first);
    expect(gap.map(pointsOf)).toEqual([[3, 2]]);
    const means = linesOf((await drawn('line', { ...byDay, metric: mean })).light, first);
    expect(means.map(pointsOf)).toEqual([[3, 2]]);
    const zero = linesOf(
      (await drawn('line', { ...byDay, metric: mean, missing: 'zero' })).light,
      first,
    );
    expect(zero.map(pointsOf)).toEqual([[10]]);
  });

  it('is named in the answer, for charts that are drawn elsewhere', async () => {
    const { id } = await dashboard(api);
    const metrics = [{ fn: 'count' }, mean];
    const one = await widget(api, id, 'line', { ...byDay, metrics });
    const { data } = await good(api.get(`/v1/dashboards/${id}/widgets/${one.id}/data`));
    expect(data).toMatchObject({
      interval: 'day',
      missing: { count: 'zero', avg_amount: 'gap' },
      units: { count: 'count' },
    });
  });

  it('keeps its place among bars', async () => {
    const { light } = await drawn('bar', byDay);
    expect(textsOf(light)).toEqual(expect.arrayContaining(['2026-01-05']));
  });
});

describe('an area with two groups', () => {
  it.each([[['day', 'status']], [['status', 'day']]])('is two areas: by %j', async (group_by) => {
    const { light, dark } = await drawn('area', { ...byDay, group_by });
    for (const svg of [light, dark]) {
      const areas = [...svg.matchAll(/<path[^>]* fill="([^"]*)"[^>]*fill-opacity="0.18"/g)];
      expect(areas.map(([, color]) => color)).toEqual([first, second]);
      expect([first, second].map((color) => linesOf(svg, color).map(pointsOf))).toEqual([
        [[10]],
        [[10]],
      ]);
      expect(textsOf(svg)).toEqual(expect.arrayContaining(['won', 'lost']));
    }
  });
});

it('two units have two axes, and money its currency', async () => {
  const { light } = await drawn('line', { ...byDay, metrics: [{ fn: 'count' }, revenue] });
  expect(textsOf(light)).toEqual(expect.arrayContaining(['EUR', '€10K', '2', 'count', 'revenue']));
  const same = { fn: 'max', property: 'amount' };
  const { light: one } = await drawn('line', { ...byDay, metrics: [mean, same] });
  const left = textsOf(one).filter((text) => text === '0');
  expect(left).toHaveLength(1);
});

it('every measure of every group is drawn, and a pie has a piece for each pair', async () => {
  const metrics = [mean, { fn: 'max', property: 'amount' }];
  const { light } = await drawn('line', { ...byDay, group_by: ['day', 'status'], metrics });
  expect(textsOf(light)).toEqual(
    expect.arrayContaining(['won · avg_amount', 'won · max_amount', 'lost · max_amount']),
  );
  const pie = await drawn('pie', { ...byDay, group_by: ['status', 'day'], interval: 'month' });
  expect(textsOf(pie.light)).toEqual(
    expect.arrayContaining(['won · 2026-01-01', 'lost · 2026-01-01']),
  );
});

it('the time before stands where it is compared, days without a row too', async () => {
  const since = { day: { gte: '2026-01-09', lt: '2026-01-17' } };
  const config = { ...byDay, filters: since, compare_to: 'previous_period' };
  const { light } = await drawn('line', config);
  // 9 and 10 January are compared with the 1st and the 2nd.
  expect(linesOf(light, second).map(pointsOf)).toEqual([[2]]);
  const { id } = await dashboard(api);
  const one = await widget(api, id, 'line', config);
  const { data } = await good(api.get(`/v1/dashboards/${id}/widgets/${one.id}/data`));
  expect(data.previous.shift_seconds).toBe(8 * 86_400);
});

it('the chart of a report keeps the currency and the days', async () => {
  const config_json = { ...byDay, metric: revenue };
  const { id } = await good(
    api.post('/v1/saved-reports', { name: 'Revenue', type: 'timeseries', config_json }),
  );
  const picture = await fetch(`${server.url}/v1/saved-reports/${id}/export?format=svg`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const svg = await picture.text();
  expect(textsOf(svg)).toEqual(expect.arrayContaining(['EUR', '€10K']));
  expect(linesOf(svg, first).map(pointsOf)).toEqual([[10]]);
});
