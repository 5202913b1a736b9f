import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a server and its database that can fail. */
export interface Relay {
  /** The same address, through the relay. */
  to(databaseUrl: string): string;
  /** Nothing gets through any more, without any notice. */
  silence(): void;
  /** Ends every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** All is well again for new connections. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function startRelay(): Promise<Relay> {
  const sockets = new Set<Socket>();
  let target: URL | undefined;
  let isSilent = false;
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((near) => {
    hold(near);
    const far = hold(connect(Number(target?.port), target?.hostname));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (bytes) => isSilent || far.write(bytes));
    far.on('data', (bytes) => isSilent || near.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  return {
    to(databaseUrl) {
      target = new URL(databaseUrl);
      const through = new URL(databaseUrl);
      through.port = String(port);
      return through.href;
    },
    silence() {
      isSilent = true;
    },
    cut,
    async restore() {
      isSilent = false;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: cut,
  };
}
