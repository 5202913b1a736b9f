import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/chromium.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { create } from './support.ts';

const server = useServer();
const api = useTenant(server);
let target: Server;
let browser: Browser;
const seen: Array<string | undefined> = [];
beforeAll(async () => {
  target = createServer((req, res) => {
    if (req.url === '/page') seen.push(req.headers.referer);
    res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Arrived</h1>');
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  target.closeAllConnections();
  target.close();
});

it('the form leads a browser without scripts on to another origin, and tells it nothing', async () => {
  const { port } = target.address() as AddressInfo;
  const url = `http://localhost:${port}/page`;
  const { slug } = await create(api, { url, password: 'open sesame' });
  const page = await browser.newPage({ javaScriptEnabled: false });
  const faults: string[] = [];
  page.on('console', (message) => faults.push(message.text()));
  await page.goto(`${server.url}/s/${slug}`);
  await page.fill('#password', 'sesame');
  await page.click('button');
  expect(await page.textContent('[role=alert]')).toContain('not the password');
  await page.fill('#password', 'open sesame');
  await page.click('button');
  expect([page.url(), await page.textContent('h1')]).toEqual([url, 'Arrived']);
  expect(seen).toEqual([undefined]);
  // Messages of a browser about an answer with 401, or a field filled in before it had the focus, and none about its
  // policy.
  expect(faults.filter((text) => !/401|^Autofocus/.test(text))).toEqual([]);
  await page.close();
});
