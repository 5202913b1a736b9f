import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../support/cli.ts';

it('a rate-limited command reports that it waits, and tries again', async () => {
  let calls = 0;
  const server = createServer((_req, res) => {
    const isFirst = ++calls === 1;
    const body = isFirst
      ? { success: false, error: { code: 'RATE_LIMITED', message: 'Wait 1 s.' } }
      : { success: true, data: { tenants: [], total: 0 } };
    res.writeHead(isFirst ? 429 : 200, { 'retry-after': '1' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stdout, stderr } = await runCli([
    'tenant',
    'list',
    '--json',
    '--url',
    url,
    '--platform-key',
    'x',
  ]);
  expect([code, stdout, stderr]).toEqual([0, '[]\n', 'insula: Wait 1 s.\n']);
  expect(calls).toBe(2);
});
