import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startBrowser } from '../support/chromium.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { upload } from './support.ts';

let server: TestServer;
let api: TenantClient;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  api = await createTenant(server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const run = `document.title = 'has run'; fetch('/has-run')`;
const html = `<!doctype html><title>quiet</title><script>${run}</script><img src=x onerror="${run}">`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"><script>${run}</script></svg>`;

/** The public address of a file. */
async function addressOf(
  content: string | Uint8Array<ArrayBuffer>,
  filename: string,
  type: string,
): Promise<string> {
  const file = await upload(api, content, filename, { access: 'public' }, type);
  expect(file.mime_type).toBe(type);
  return server.url + file.url;
}

/** Opens a file as a page. @returns whether its script has run, and the name under which it was offered instead */
async function visit(address: string, { isShown = false } = {}) {
  const visited = await browser.newPage();
  const asked: string[] = [];
  visited.on('request', (request) => void asked.push(request.url()));
  // The disposition taken away: the protection that is left if someone bypasses it.
  if (isShown)
    await visited.route(address, async (route) => {
      const answer = await route.fetch();
      const { 'content-disposition': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });
  const download = isShown ? undefined : visited.waitForEvent('download');
  await visited.goto(address).catch(() => undefined);
  const name = (await download)?.suggestedFilename();
  const title = await visited.title();
  await visited.close();
  return { name, hasRun: title === 'has run' || asked.some((url) => url.endsWith('/has-run')) };
}

it('a page and a drawing with scripts are downloaded under their names, and run nothing when opened', async () => {
  const files = [
    [html, 'Grüße "1".html', 'text/html'],
    [svg, 'drawing.svg', 'image/svg+xml'],
  ] as const;
  for (const [content, filename, type] of files) {
    const address = await addressOf(content, filename, type);
    const name = filename.replaceAll('"', '_');
    expect(await visit(address)).toEqual({ name, hasRun: false });
    expect(await visit(address, { isShown: true })).toEqual({ name: undefined, hasRun: false });
  }
  // So that silence means something: the same page from elsewhere does run.
  const free = await browser.newPage();
  await free.route('http://elsewhere.example/', (route) =>
    route.fulfill({ body: html, contentType: 'text/html' }),
  );
  await free.goto('http://elsewhere.example/');
  expect(await free.title()).toBe('has run');
});

it('our own page shows a drawing as an image, and loads no script from files', async () => {
  const page = await browser.newPage();
  const own = {
    '/own': ['<!doctype html><title>own</title>', 'text/html'],
    '/own.js': ['1', 'text/javascript'],
  };
  for (const [path, [body, contentType]] of Object.entries(own))
    await page.route(server.url + path, (route) => route.fulfill({ body, contentType }));
  await page.goto(`${server.url}/own`);
  const load = (tag: string, address: string): Promise<string> =>
    page.evaluate(
      `new Promise((resolve) => {
        const element = document.createElement('${tag}');
        element.onload = () => resolve('loaded ' + (element.naturalWidth ?? ''));
        element.onerror = () => resolve('refused');
        element.src = '${address}';
        document.head.append(element);
      })`,
    );
  expect(await load('img', await addressOf(svg, 'a.svg', 'image/svg+xml'))).toBe('loaded 7');
  expect(await load('script', '/own.js')).toBe('loaded ');
  expect(await load('script', await addressOf(run, 'a.js', 'text/javascript'))).toBe('refused');
  expect(await page.title()).toBe('own');
});

it('an audio file plays where it is opened', async () => {
  const page = await browser.newPage();
  await page.goto(await addressOf(secondOfSilence(), 'a.wav', 'audio/wav'));
  const seconds = `new Promise((resolve) => {
    const player = document.querySelector('video');
    if (player.duration) resolve(player.duration);
    player.onloadedmetadata = () => resolve(player.duration);
  })`;
  expect(await page.evaluate(seconds)).toBe(1);
});

/** A WAV file: 8,000 samples of one byte, for one second. */
function secondOfSilence(): Uint8Array<ArrayBuffer> {
  const sound = Buffer.alloc(8_044, 128);
  sound.write('RIFF\x64\x1f\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 0, 'latin1');
  for (const [at, value] of [
    [24, 8_000],
    [28, 8_000],
    [40, 8_000],
  ] as const)
    sound.writeUInt32LE(value, at);
  sound.writeUInt16LE(1, 32);
  sound.writeUInt16LE(8, 34);
  sound.write('data', 36);
  return new Uint8Array(sound);
}
