import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { beforeAll, expect, it } from 'vitest';
import { blocks, page } from '../docs/pages.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { callAtHost } from '../support/at-host.ts';
import { freePort, startCaddy } from '../support/proxies.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let apart: Omit<TestServer, 'sibling'>;
let api: TenantClient;
beforeAll(async () => {
  apart = await server.sibling({ BASE_URL: 'https://insula.example' });
  api = await createTenant(server);
  return () => apart.close();
});

/** A call by https, with the name that a browser would send; what the certificate is for, and the answer. */
const call = (port: string, servername: string, path: string) =>
  new Promise<{ names: string | undefined; status: number; text: string }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername, path, agent: false };
    const headers = { host: servername };
    // The authority of this Caddy is its own.
    request({ ...options, headers, rejectUnauthorized: false }, async (answer) => {
      const names = (answer.socket as TLSSocket).getPeerCertificate().subjectaltname;
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ names, status: answer.statusCode ?? 0, text });
    })
      .on('error', reject)
      .end();
  });

it('Caddy gets certificates on demand for the hosts of tenants, and for no others', async () => {
  const [block = ''] = blocks(page('docs/operate/routes.md'), 'caddyfile');
  const { host } = new URL(apart.url);
  const plain = { url: `http://127.0.0.1:${await freePort()}` };
  const caddy = await startCaddy(block, (site) => ({
    '127.0.0.1:3000': host,
    // An authority of its own in place of a public one, and no port that only root may open.
    '{\n\ton_demand_tls':
      '{\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\ton_demand_tls',
    'http:// {': `http://:${new URL(plain.url).port} {`,
    'https:// {': `https://:${new URL(site).port} {`,
  }));
  const { port } = new URL(caddy.url);
  const slugHost = `${api.tenant.slug}.insula.example`;
  const { names, status, text } = await until(
    () =>
      call(port, slugHost, '/v1/tenant-config').catch((error) => ({
        names: '',
        status: 0,
        text: String(error),
      })),
    (found) => found.status !== 0,
  );
  expect([names, status]).toEqual([`DNS:${slugHost}`, 200]);
  expect(JSON.parse(text).data.tenant_id).toBe(api.tenant.id);
  expect((await call(port, 'insula.example', '/health')).status).toBe(200);
  expect((await call(port, slugHost, '/tls/ask?domain=insula.example')).status).toBe(404);
  for (const stranger of ['example.com', 'nothing.insula.example', 'x.insula.example.evil.example'])
    await expect(call(port, stranger, '/health')).rejects.toThrow(/SSL|TLS|reset|ECONN|alert/i);
  // Without a certificate, a host can be proved, and nothing else is answered.
  const challenge = '/.well-known/insula-challenge/value';
  const asked = await callAtHost(plain, 'new.example.com', challenge);
  const direct = await callAtHost(apart, 'new.example.com', challenge);
  expect([asked.status, asked.body]).toEqual([200, direct.body]);
  const other = await callAtHost(plain, slugHost, '/health');
  expect([other.status, other.headers.location]).toEqual([301, `https://${slugHost}/health`]);
});
