import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiClient } from '../../src/cli/api-client.ts';

it('waits as long as the server says when the rate is limited, and says that it does', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => errors.mockRestore());
  let calls = 0;
  const server = createServer((_req, res) => {
    const isFirst = ++calls === 1;
    const body = isFirst
      ? { success: false, error: { code: 'RATE_LIMITED', message: 'Wait 1 s.' } }
      : { success: true, data: 'at last' };
    res.writeHead(isFirst ? 429 : 200, { 'retry-after': '1' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const started = performance.now();
  expect(await new ApiClient(`http://127.0.0.1:${port}`, 'x').data('GET', '/')).toBe('at last');
  expect([calls, performance.now() - started > 900]).toEqual([2, true]);
  expect(errors.mock.calls).toEqual([['insula: Wait 1 s.']]);
});
