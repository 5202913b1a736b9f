import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A peer that says what it likes, byte by byte: no HTTP server would send what some tests need. */
export interface RawPeer {
  port: number;
  /** The bytes of each connection. */
  heard: string[];
  /** How many connections are open. */
  open(): number;
}

/** @param say is called once per connection, when its request has come */
export async function rawPeer(say: (socket: Socket) => void, host = '127.0.0.1'): Promise<RawPeer> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const turn = heard.push('') - 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', () => say(socket));
    socket.on('data', (bytes) => (heard[turn] = `${heard[turn]}${bytes}`));
  });
  await listening(server, host);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return { port: (server.address() as AddressInfo).port, heard, open: () => sockets.size };
}

export async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
