import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that others call, and what they have sent. */
export interface Listener {
  url: string;
  requests: Array<{ path: string; headers: IncomingHttpHeaders; body: string }>;
  close(): Promise<void>;
}

/** @param answers by method and path: what is answered as JSON, or a Buffer of its very bytes; 404 for all else */
export async function listen(answers: Record<string, () => unknown>): Promise<Listener> {
  const requests: Listener['requests'] = [];
  const server = createServer(async (req, res) => {
    const body = (await req.toArray()).map(String).join('');
    const path = (req.url ?? '').split('?')[0] as string;
    requests.push({ path, headers: req.headers, body });
    const answer = answers[`${req.method} ${path}`];
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    const said = answer ? await answer() : {};
    res.end(Buffer.isBuffer(said) ? said : JSON.stringify(said));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
