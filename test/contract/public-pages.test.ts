import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../src/ground/machine/version.ts';
import { type Client, createClient, platformClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('the public pages', () => {
  let server: TestServer;
  let anybody: Client;
  beforeAll(async () => {
    server = await startTestServer({ REGION: 'eu-test' });
    anybody = createClient(server);
  });
  afterAll(() => server.close());

  it('show the state of the service', async () => {
    const health = await anybody.get('/health');
    expect(health.status).toBe(200);
    expect(health.body.data).toMatchObject({ status: 'ok', version, region: 'eu-test' });
    expect(health.body.data.uptime).toMatch(/^\d+s$/);
    const ready = await anybody.get('/ready');
    expect(ready.status).toBe(200);
    expect(ready.body.data).toMatchObject({ status: 'ready', checks: { database: 'ok' } });
  });

  it('include a landing page and documentation, served only from here', async () => {
    for (const path of ['/', '/docs']) {
      const { status, headers, body } = await anybody.get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch('text/html');
      expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
      for (const [, asset = ''] of body.matchAll(/(?:src|href|spec-url)="(\/[^"]*)"/g))
        expect((await fetch(server.url + asset)).status, asset).toBe(200);
    }
    expect((await anybody.get('/docs/openapi.json')).body.openapi).toMatch(/^3\.1/);
  });

  it.each([
    '/events/types',
    '/health',
    '/ready',
    '/.well-known/jwks.json',
    '/docs/openapi.json',
    '/',
  ])('refuse parameters that they do not have: %s', async (path) => {
    const { status, body } = await anybody.get(`${path}?foo=1`);
    expect([status, body.error?.param]).toEqual([400, 'foo']);
    expect((await anybody.get(`${path}?utm_source=mail`)).status).toBe(200);
  });

  it('refuse a plain request where only a WebSocket is served', async () => {
    const { status, headers, body } = await anybody.get('/v1/realtime');
    expect([status, body.error.code]).toEqual([426, 'UPGRADE_REQUIRED']);
    expect(headers.get('upgrade')).toBe('websocket');
  });

  it('reserve the metrics for the operator', async () => {
    expect((await anybody.get('/metrics')).status).toBe(401);
    const { status, body } = await platformClient(server).get('/metrics');
    expect(status).toBe(200);
    expect(body).toMatch(/^insula_http_request_seconds_bucket\{/m);
  });
});
