import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/chromium.ts';
import { contractOf } from '../support/contract.ts';
import { until } from '../support/until.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { dashboard, defineDeals, made, widget } from './support.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  for (const tenant of [api, other]) await defineDeals(tenant, { won: 2 });
});
afterAll(() => browser.close());

async function shared() {
  const { id, share_token } = await dashboard(api, { is_public: true });
  await widget(api, id, 'metric', { object_type_id: 'deals' });
  await widget(api, id, 'bar', { object_type_id: 'deals', group_by: 'status' });
  return { id, path: `/d/${share_token}` };
}

it('a page that is open shows what changes, and what it is given more', async () => {
  const { id, path } = await shared();
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  await page.goto(server.url + path);
  const figure = () => page.textContent('.figure');
  const before = Number(await figure());
  await page.click('.bar summary');
  await made(api.post('/v1/objects/deals', { properties: { status: '<b>new</b>' } }));
  await until(figure, (text) => text === String(before + 1));
  await until(
    () => page.locator('.bar tbody tr:visible').allTextContents(),
    (rows) => rows.includes('<b>new</b>1'),
  );
  await widget(api, id, 'text', { text: 'One more' });
  await until(
    // It loads itself again.
    () =>
      page
        .locator('.text p')
        .allTextContents()
        .catch((): string[] => []),
    (texts) => texts.includes('One more'),
  );
  expect(faults).toEqual([]);
  await page.close();
});

/** The messages of a stream, as they come. */
async function listen(path: string) {
  const leaving = new AbortController();
  const answer = await fetch(server.url + path, { signal: leaving.signal });
  const heard: string[] = [];
  const done = (async () => {
    for await (const chunk of answer.body ?? []) heard.push(Buffer.from(chunk).toString());
  })().catch(() => {});
  return { answer, text: () => heard.join(''), done, leave: () => leaving.abort() };
}

it('is asked once for all viewers, and reveals nothing of another tenant', async () => {
  const { path } = await shared();
  const viewers = await Promise.all(Array.from({ length: 20 }, () => listen(`${path}/live`)));
  expect(viewers[0]?.answer.headers.get('content-type')).toContain('text/event-stream');
  await made(other.post('/v1/objects/deals', { properties: { status: 'canary' } }));
  await made(api.post('/v1/objects/deals', { properties: { status: 'ours' } }));
  for (const { text } of viewers) {
    await until(
      async () => text(),
      (said) => said.includes('ours'),
    );
    expect(text()).not.toContain('canary');
  }
  for (const { leave, done } of viewers) {
    leave();
    await done;
  }
});

it('ends when the dashboard is shared no more', async () => {
  const { id, path } = await shared();
  const { answer, text, done } = await listen(`${path}/live`);
  await until(
    async () => text(),
    (said) => said.includes('event: widgets'),
  );
  await made(api.patch(`/v1/dashboards/${id}`, { is_public: false }));
  await done;
  expect(text()).toContain('event: end');
  const { status, headers } = answer;
  (await contractOf(server.url)).check('GET', `${path}/live`, { status, headers, text: text() });
  expect((await fetch(`${server.url}${path}/live`)).status).toBe(404);
});

it('of 500 places one address takes 50', async () => {
  const { path } = await shared();
  const leaving = new AbortController();
  const look = () => fetch(`${server.url}${path}/live`, { signal: leaving.signal });
  const answers = await Promise.all(Array.from({ length: 51 }, look));
  const statuses = answers.map(({ status }) => status).sort();
  expect([statuses.filter((one) => one === 200).length, statuses.at(-1)]).toEqual([50, 429]);
  leaving.abort();
});
