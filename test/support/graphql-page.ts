import { expect, onTestFinished } from 'vitest';
import { startBrowser } from './chromium.ts';

/** Opens a page for asking in GraphQL: its editor is there, nothing has failed, and all of it came from its server. */
export async function checkGraphqlPage(url: string): Promise<void> {
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const faults: string[] = [];
  const elsewhere: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // It requests the schema before it has a token.
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!['blob:', 'data:'].includes(protocol) && origin !== new URL(url).origin)
      elsewhere.push(request.url());
  });
  await page.goto(url);
  await page.waitForSelector('.graphiql-query-editor .monaco-editor', { timeout: 15_000 });
  expect([faults, elsewhere]).toEqual([[], []]);
}
