import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { Config } from '../../ground/config/config.ts';

/** The address cannot be listened on. The message explains what to do. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** Fails before anything is started when another process listens there already. */
export async function requireFreePort(config: Config): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * @param variable that names the port
 * @throws ListenError for a port that is taken or forbidden, or an address that is not ours
 */
export async function listen(
  server: Server,
  { host, port }: Pick<Config, 'host' | 'port'>,
  variable = 'PORT',
): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ListenError(explain(error as NodeJS.ErrnoException, host, port, variable), {
      cause: error,
    });
  }
}

function explain(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  variable: string,
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Choose another one: ${variable}=${port + 1} npm start`;
    case 'EACCES':
      return `Port ${port} needs more rights than this user has. Choose one above 1023: ${variable}=3000 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine. Use HOST=127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`;
  }
}
