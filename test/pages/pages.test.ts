import { describe, expect, inject, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { useServer } from '../support/use-server.ts';
import { exchange, head } from '../support/wire.ts';

const server = useServer({ REGION: 'eu-test' });

const open = async (path: string, target: Pick<TestServer, 'url'> = server) => {
  const answer = await fetch(target.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

/** `{ 'script-src': ["'self'"], … }` */
const policyOf = (headers: Headers): Record<string, string[]> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );

describe.each(['/', '/docs'])('the page %s', (path) => {
  it('follows the colour scheme of its reader', async () => {
    const { status, headers, text } = await open(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(text).toMatch(/<title>Insula/);
    expect(text).toContain('name="viewport"');
    expect(text).toContain('content="light dark"');
  });

  it('loads everything from this server', async () => {
    const { text } = await open(path);
    const references = [...text.matchAll(/(?:src|href|spec-url|action)="([^"]*)"/g)].map(
      ([, to = '']) => to,
    );
    expect(references.length).toBeGreaterThan(3);
    for (const reference of references) {
      expect(reference).toMatch(/^\/(?!\/)/);
      expect((await open(reference)).status, reference).toBe(200);
    }
  });

  it('has a content policy that allows nothing else', async () => {
    const policy = policyOf((await open(path)).headers);
    expect(policy['default-src']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['form-action']).toEqual(["'none'"]);
    const sources = new Set(Object.values(policy).flat());
    expect(
      [...sources].filter(
        (source) => !["'none'", "'self'", "'unsafe-inline'", 'data:'].includes(source),
      ),
    ).toEqual([]);
    expect(policy['script-src'] ?? ["'self'"]).toEqual(["'self'"]);
  });

  it('has no inline script or style, which its policy would block', async () => {
    const { text } = await open(path);
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
  });
});

describe('a static asset', () => {
  it.each([
    ['landing.css', 'text/css; charset=utf-8'],
    ['docs.css', 'text/css; charset=utf-8'],
    ['docs.js', 'text/javascript; charset=utf-8'],
    ['rapidoc-min.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
  ])('%s has the right type, and is revalidated', async (name, type) => {
    const { status, headers, text } = await open(`/docs/assets/${name}`);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-cache');
    const known = { 'If-None-Match': headers.get('etag') ?? '', Connection: 'close' };
    const [again] = await exchange(server, `${head('GET', `/docs/assets/${name}`, known)}\r\n`);
    expect(again?.status).toBe(304);
    if (name !== 'rapidoc-min.js' && name !== 'icon.svg') expect(text).not.toMatch(/https?:\/\//);
  });
});

describe('the landing page', () => {
  it('shows what this is, its state, and where to go next', async () => {
    const { text } = await open('/');
    expect(text).toContain('multi-tenant backend');
    expect(text).toContain('Healthy');
    expect(text).toContain('eu-test');
    expect(text).toContain('href="/docs"');
    expect(text).toContain(`curl ${server.url}/v1/object-types`);
  });

  it('shows its address as text, whatever it contains', async () => {
    const evil = 'https://api.example.com/"><script>alert(1)</script>&\'';
    const sibling = await server.sibling({ BASE_URL: evil });
    const { text } = await open('/', sibling);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('https://api.example.com/&#34;&#62;&#60;script&#62;');
    await sibling.close();
  });

  it('runs no script', async () => {
    const { headers, text } = await open('/');
    expect(policyOf(headers)['script-src']).toBeUndefined();
    expect(text).not.toContain('<script');
  });
});

describe('the documentation page', () => {
  it('shows our OpenAPI description, and may call only this server', async () => {
    const { headers, text } = await open('/docs');
    expect(text).toContain('<rapi-doc spec-url="/docs/openapi.json"');
    expect(text).toContain('load-fonts="false"');
    expect(policyOf(headers)['connect-src']).toEqual(["'self'"]);
    expect(policyOf(headers)['font-src']).toBeUndefined();
  });

  it('begins with a quick start that works when it is pasted, and lists every error', async () => {
    const { text } = await open('/docs/openapi.json');
    const { info } = JSON.parse(text);
    expect(info.description).toContain(`curl ${server.url}/v1/object-types`);
    for (const code of ['DEPENDENCY_EXISTS', 'RATE_LIMITED', 'INTERNAL_ERROR'])
      expect(info.description).toContain(`\`${code}\``);
  });
});

describe('/ready', () => {
  it('costs one connection, and one more where there are nodes, however many requests come', async () => {
    const sibling = await server.sibling();
    const answers = await Promise.all(Array.from({ length: 50 }, () => open('/ready', sibling)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const looks = inject('server').isCluster ? 2 : 1;
    expect(sibling.app.connections.lines.house.pool.totalCount).toBe(looks);
    await sibling.close();
  });
});
