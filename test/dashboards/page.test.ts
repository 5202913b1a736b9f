import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/chromium.ts';
import { until } from '../support/until.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { dashboard, defineDeals, widget } from './support.ts';

const server = useServer();
const api = useTenant(server);
let browser: Browser;
let url: string;
beforeAll(async () => {
  browser = await startBrowser();
  await defineDeals(api, { won: 3, '<img src=x onerror=alert(1)>': 2 });
  const { id, share_token } = await dashboard(api, {
    name: 'Sales & <b>more</b>',
    is_public: true,
  });
  const about = { object_type_id: 'deals' };
  await widget(api, id, 'metric', about, { title: 'Deals' });
  await widget(api, id, 'bar', { ...about, group_by: 'status' }, { title: 'By status' });
  await widget(
    api,
    id,
    'line',
    { ...about, group_by: 'day', interval: 'day' },
    { title: 'By day' },
  );
  await widget(api, id, 'text', { text: '<script>alert(1)</script>' });
  url = `${server.url}/d/${share_token}`;
});
afterAll(() => browser.close());

it.each([
  ['light', { colorScheme: 'light' as const }],
  ['dark', { colorScheme: 'dark' as const }],
  ['narrow', { viewport: { width: 360, height: 700 } }],
  ['without JavaScript', { javaScriptEnabled: false }],
])('shows known figures, in charts and tables: %s', async (_, options) => {
  const page = await browser.newPage(options);
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('dialog', (dialog) => faults.push(dialog.message()));
  await page.goto(url);
  expect(await page.textContent('h1')).toBe('Sales & <b>more</b>');
  expect(await page.textContent('.figure')).toBe('5');
  const pictures = page.locator('picture img');
  expect(await pictures.count()).toBe(2);
  // Both were drawn: a picture that a browser cannot read has no size.
  for (const picture of await pictures.all())
    expect(
      await picture.evaluate(
        (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
      ),
    ).toBe(560);
  await page.click('.bar summary');
  expect(await page.locator('.bar tbody tr').allTextContents()).toEqual([
    'won3',
    '<img src=x onerror=alert(1)>2',
  ]);
  expect(await page.textContent('.text p')).toBe('<script>alert(1)</script>');
  const width = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  expect(width).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
  await page.close();
});

it('shows charts for dark screens in the dark, and those for light ones on paper', async () => {
  const page = await browser.newPage({ colorScheme: 'dark' });
  await page.goto(url);
  const shown = (): Promise<string[]> =>
    page.evaluate(
      `[...document.querySelectorAll('picture')].map((one) =>
        one.querySelector('img').currentSrc === one.querySelector('source').srcset ? 'dark' : 'light')`,
    );
  // Pictures are chosen a moment after the medium has changed.
  const show = (look: string) => until(shown, (looks) => looks.every((one) => one === look), 10);
  await show('dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await show('light');
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await show('dark');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await show('light');
  await page.close();
});

it('matches the API', async () => {
  const { pathname } = new URL(url);
  const page = await api.as(undefined).get(pathname, undefined, { accept: 'text/html' });
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('answers a page for people where there is nothing', async () => {
  const answer = await fetch(`${server.url}/d/${'x'.repeat(32)}`, {
    headers: { accept: 'text/html' },
  });
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('<h1>')]);
});

it('names the tenant, with and without a footer', async () => {
  const footer = async (branding: object) => {
    expect((await api.patch('/v1/branding', branding)).status).toBe(200);
    return /<footer>(.*?)<\/footer>/s.exec(await (await fetch(url)).text())?.[1];
  };
  expect(await footer({ brand_name: 'Acme & Sons' })).toBe('Acme &#38; Sons');
  expect(await footer({ footer_text: 'Made in Rome' })).toBe('Acme &#38; Sons · Made in Rome');
  expect(await footer({ footer_text: '© Acme & Sons' })).toBe('© Acme &#38; Sons');
});
