import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, startBrowser } from '../support/chromium.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createForm } from './support.ts';

const server = useServer({ LOG_LEVEL: 'error' });
const tenant = useTenant(server);
let browser: Browser;
let site: Server;
let siteUrl: string;
/** The content of another site's page. */
let sitePage = '';
beforeAll(async () => {
  findChromium();
  browser = await startBrowser();
  site = createServer((_, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(sitePage);
  }).listen(0, 'localhost');
  await once(site, 'listening');
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
  await tenant.patch('/v1/branding', {
    brand_name: 'Ada & Co',
    primary_color: '#0a7d4f',
    footer_text: 'Ada & Co, 12 St James’s Square, London',
  });
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  expect(server.logLines).toEqual([]);
});

const fields = [
  { name: 'name', label: 'Your name', required: true, width: 'half' },
  { name: 'email', label: 'Your email address', type: 'email', required: true, width: 'half' },
  {
    name: 'kind',
    label: 'You are asking for',
    type: 'select',
    options: [
      { value: 'self', label: 'Myself' },
      { value: 'company', label: 'A company' },
    ],
  },
  {
    name: 'company',
    label: 'Its name',
    help_text: 'As it is registered.',
    required: true,
    show_if: [{ property: 'kind', operator: 'eq', value: 'company' }],
  },
  { name: 'more', label: 'Your visit', type: 'section' },
  { name: 'day', label: 'When would you come?', type: 'date', width: 'third' },
  { name: 'people', label: 'How many are you?', type: 'integer', width: 'third' },
  {
    name: 'topics',
    label: 'What interests you?',
    type: 'checkbox',
    options: [
      { value: 'engines', label: 'Engines' },
      { value: 'looms', label: 'Looms' },
    ],
  },
  { name: 'message', label: 'Anything else?', type: 'text', placeholder: 'Questions, wishes …' },
  { name: 'plan', label: 'A drawing', type: 'file' },
  { name: 'agree', label: 'I agree to be written to', type: 'checkbox', required: true },
];
const visitForm = (settings: object = {}) =>
  createForm(tenant, { name: 'Come and see the engine', fields, settings });

/** Opens a page, runs it, and closes it. Complaints of the browser are errors. */
async function inBrowser(options: BrowserContextOptions, run: (page: Page) => Promise<void>) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('422'))
      complaints.push(message.text());
  });
  try {
    await run(page);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}
/** For people to look at: SCREENSHOTS=/tmp/shots npm test -- test/forms */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};
const submissionsOf = async (id: string) =>
  (await tenant.get(`/v1/forms/${id}/submissions`)).body.data.submissions;

describe('in Chromium, a form', () => {
  it('is filled in and sent; what depends on something comes and goes', async () => {
    const form = await visitForm();
    await inBrowser({}, async (page) => {
      await page.goto(form.share_url.replace(/^.*\/f\//, `${server.url}/f/`));
      await shoot(page, 'light');
      expect(await page.getByLabel('Its name').isVisible()).toBe(false);
      await page.getByLabel('You are asking for').selectOption('company');
      await page.getByLabel('Its name').fill('Analytical Engines');
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('Your email address').fill('ada@example.com');
      await page.getByLabel('How many are you?').fill('2');
      await page.getByLabel('Looms').check();
      await page.getByLabel('A drawing').setInputFiles({
        name: 'plan.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('a plan'),
      });
      await page.getByLabel('I agree').check();
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('status').waitFor();
      await shoot(page, 'sent');
      expect(await page.getByRole('status').textContent()).toContain('Thank you');
    });
    expect(await submissionsOf(form.id)).toMatchObject([
      {
        data: {
          name: 'Ada',
          kind: 'company',
          company: 'Analytical Engines',
          people: 2,
          topics: ['looms'],
          plan: expect.stringMatching(/^file_/),
          agree: true,
        },
      },
    ]);
    const { body } = await tenant.get(`/v1/forms/${form.id}/analytics`);
    expect(body.data).toMatchObject({ views: 1, submissions: 1 });
  });

  it('shows errors where a screen reader and a keyboard find them', async () => {
    const form = await visitForm();
    await inBrowser({}, async (page) => {
      await page.goto(`${server.url}/f/${form.id}`);
      await page.getByLabel('Your email address').fill('nonsense');
      await page.getByRole('button', { name: 'Submit' }).click();
      const summary = page.getByRole('alert');
      // The script of the page runs after the page is there.
      await page.locator('#summary:focus').waitFor();
      await shoot(page, 'errors');
      expect(await summary.textContent()).toContain('3 fields need your attention');
      await summary.getByRole('link', { name: 'Your email address' }).click();
      await page.locator('#f-email:focus').waitFor();
      const email = page.getByLabel('Your email address');
      expect(await email.getAttribute('aria-describedby')).toBe('f-email-error');
      expect(await email.inputValue()).toBe('nonsense');
    });
  });

  it.each([
    ['dark', { colorScheme: 'dark' as const }],
    ['narrow', { viewport: { width: 320, height: 640 } }],
  ])('fits when it is %s', async (name, options) => {
    const form = await visitForm();
    await inBrowser(options, async (page) => {
      await page.goto(`${server.url}/f/${form.id}`);
      await shoot(page, name);
      const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(width).toBeLessThanOrEqual(0);
      const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(paper).toBe(name === 'dark' ? 'rgb(19, 21, 24)' : 'rgb(244, 242, 238)');
    });
  });

  it('works without JavaScript', async () => {
    const form = await visitForm();
    await inBrowser({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${server.url}/f/${form.id}`);
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('alert').waitFor();
      await shoot(page, 'no-javascript');
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('Your email address').fill('ada@example.com');
      await page.getByLabel('I agree').check();
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('status').waitFor();
    });
    expect(await submissionsOf(form.id)).toHaveLength(1);
  });

  it('is embedded in another site’s page at its full height', async () => {
    const form = await visitForm({ allowed_origins: [siteUrl] });
    sitePage = `<!doctype html><h1>Our shop</h1><script src="${server.url}/f/${form.id}/embed.js" data-title="Visits"></script>`;
    await inBrowser({}, async (page) => {
      await page.goto(`${siteUrl}/?utm_source=shop`);
      const frame = page.frameLocator('iframe');
      await frame.getByLabel('Your name').fill('Ada');
      await page.waitForFunction("document.querySelector('iframe').clientHeight > 600");
      await shoot(page, 'embedded');
      await frame.getByLabel('Your email address').fill('ada@example.com');
      await frame.getByLabel('I agree').check();
      await frame.getByRole('button', { name: 'Submit' }).click();
      await frame.getByRole('status').waitFor();
    });
    expect(await submissionsOf(form.id)).toMatchObject([{ utm: { utm_source: 'shop' } }]);
  });
});
