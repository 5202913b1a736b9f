import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../support/answers.ts';
import { startBrowser } from '../support/chromium.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { createForm } from './support.ts';

const server = useServer();
const tenant = useTenant(server);
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

async function open(
  id: string,
  options: BrowserContextOptions,
  run: (page: Page) => Promise<void>,
) {
  const page = await browser.newPage(options);
  try {
    await page.goto(`${server.url}/f/${id}`);
    const folder = process.env.SCREENSHOTS;
    if (folder)
      await page.screenshot({
        path: `${folder}/${expect.getState().currentTestName?.replaceAll(/\W+/g, '-')}.png`,
      });
    await run(page);
  } finally {
    await page.close();
  }
}
const dataOf = async (id: string) =>
  (await tenant.get(`/v1/forms/${id}/submissions`)).body.data.submissions.map(
    ({ data }: { data: object }) => data,
  );
const wideness = 'document.documentElement.scrollWidth - innerWidth';

describe('a rating', () => {
  const fields = [
    { name: 'stay', label: 'Your stay', type: 'rating', required: true, help_text: 'All in all' },
    { name: 'food', label: 'The food', type: 'rating', validation: { max: 3 } },
    {
      name: 'why',
      label: 'What went wrong?',
      show_if: [{ property: 'stay', operator: 'lte', value: 2 }],
    },
  ];

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' as const }],
    ['without JavaScript', { javaScriptEnabled: false }],
  ])('is stars to choose from: %s', async (_, options) => {
    const { id } = await createForm(tenant, { name: 'How was it?', fields });
    await open(id, options, async (page) => {
      const stay = page.getByRole('group', { name: 'Your stay' });
      expect(await stay.getByRole('radio').count()).toBe(5);
      expect(await page.getByRole('group', { name: 'The food' }).getByRole('radio').count()).toBe(
        4,
      );
      const colors = () =>
        stay.locator('.star').evaluateAll((stars) => {
          // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
          const { getComputedStyle } = globalThis as any;
          return stars.map((star) => getComputedStyle(star).color);
        });
      expect(new Set(await colors()).size).toBe(1);
      await stay.getByRole('radio', { name: '4 of 5' }).check();
      const [first, , , fourth, fifth] = await colors();
      expect([first === fourth, fourth === fifth]).toEqual([true, false]);
      const food = page.getByRole('group', { name: 'The food' });
      await food.getByRole('radio', { name: '2 of 3' }).check();
      await food.getByRole('radio', { name: 'No rating' }).check();
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('status').waitFor();
    });
    const [sent] = await dataOf(id);
    expect(sent.stay).toBe(4);
    expect(sent.food ?? null).toBe(null);
  });

  it('is asked for, moved by the arrow keys, and other fields depend on it', async () => {
    const { id } = await createForm(tenant, { name: 'How was it?', fields });
    await open(id, {}, async (page) => {
      await page.getByRole('button', { name: 'Submit' }).click();
      const link = page.getByRole('alert').getByRole('link', { name: 'Your stay' });
      await link.click();
      const why = page.getByLabel('What went wrong?');
      expect(await why.isVisible()).toBe(false);
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await why.fill('Rain');
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('status').waitFor();
    });
    expect(await dataOf(id)).toMatchObject([{ stay: 2, why: 'Rain' }]);
  });
});

describe('the language of a form', () => {
  const fields = [
    { name: 'name', label: 'الاسم', required: true },
    { name: 'email', label: 'البريد', type: 'email', width: 'half' },
    { name: 'stars', label: 'التقييم', type: 'rating', width: 'half' },
  ];
  const page = async (settings: object) => {
    const { id } = await createForm(tenant, { name: 'نموذج', fields, settings });
    const html = await (await fetch(`${server.url}/f/${id}`)).text();
    return { id, root: /<html[^>]*>/.exec(html)?.[0] };
  };

  it.each([
    [{}, '<html lang="en">'],
    [{ locale: null }, '<html lang="en">'],
    [{ locale: 'de-at' }, '<html lang="de-AT">'],
    [{ locale: 'ar' }, '<html lang="ar" dir="rtl">'],
    [{ locale: 'he-IL' }, '<html lang="he-IL" dir="rtl">'],
    [{ locale: 'az-Arab' }, '<html lang="az-Arab" dir="rtl">'],
  ])('of %j is that of its page', async (settings, root) => {
    expect((await page(settings)).root).toBe(root);
  });

  it('must be one', async () => {
    for (const locale of ['', 'not a language', 'x', 7])
      expect(
        await refusal(tenant.post('/v1/forms', { name: 'A form', fields, settings: { locale } })),
      ).toEqual([400, 'settings.locale']);
  });

  it.each([
    ['wide', {}],
    ['narrow', { viewport: { width: 320, height: 640 } }],
    ['narrow and dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const }],
  ])('that is written from right to left has a page that is, too: %s', async (_, options) => {
    const { id } = await page({ locale: 'ar' });
    await open(id, options, async (shown) => {
      expect(await shown.evaluate(wideness)).toBe(0);
      const box = async (selector: string) =>
        (await shown.locator(selector).boundingBox()) ?? { x: 0, width: 0 };
      const [sheet, label] = [await box('.sheet'), await box('label[for="f-name"]')];
      const [first, last] = [await box('.star >> nth=0'), await box('.star >> nth=4')];
      expect(first.x).toBeGreaterThan(last.x);
      expect(label.x + label.width).toBeGreaterThan(sheet.x + sheet.width / 2);
      expect(await shown.locator('#f-email').evaluate((input) => input.getAttribute('dir'))).toBe(
        'ltr',
      );
      // The page's own words are English, and marked as such.
      expect(await shown.locator('.legend').getAttribute('lang')).toBe('en');
    });
  });
});
