import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { osUserForPostgres } from '../../src/db/embedded/os-user.ts';
import { rolePassword, withServer } from '../../src/db/urls.ts';
import { testKey } from './database.ts';

export type PoolMode = 'session' | 'transaction' | 'statement';

const paths = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** @throws with what to install */
export function findPgbouncer(): string {
  for (const path of paths) {
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {}
  }
  throw new Error(
    'This test needs PgBouncer. Install it: apt-get install -y --no-install-recommends pgbouncer (Debian), ' +
      'brew install pgbouncer (macOS).',
  );
}

export interface Pgbouncer {
  /** The same address, through PgBouncer. */
  to(databaseUrl: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a real PgBouncer before the server of an address, with the passwords of all roles that log in.
 * @param ignored the start parameters that it accepts and drops (`ignore_startup_parameters`); others it refuses
 * @param more further lines of its configuration
 */
export async function startPgbouncer(
  databaseUrl: string,
  mode: PoolMode,
  ignored: string,
  more: string[] = [],
): Promise<Pgbouncer> {
  const program = findPgbouncer();
  const { hostname, port, username, password } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'insula-pgbouncer-'));
  const own = await freePort();
  const roles = ['insula_api', 'insula_worker'].map((role) => [
    role,
    rolePassword(testKey(), role),
  ]);
  const users = [[decodeURIComponent(username), decodeURIComponent(password)], ...roles];
  await writeFile(
    join(folder, 'users.txt'),
    users.map(([name, secret]) => `"${name}" "${secret}"\n`).join(''),
  );
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${folder}/users.txt`,
    `pool_mode = ${mode}`,
    ...(ignored ? [`ignore_startup_parameters = ${ignored}`] : []),
    'default_pool_size = 60',
    ...more,
    '',
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), lines.join('\n'));
  // It does not run as root.
  const user = osUserForPostgres();
  if (user) {
    chownSync(join(folder, 'users.txt'), user.uid, user.gid);
    chownSync(folder, user.uid, user.gid);
  }
  await chmod(join(folder, 'users.txt'), 0o600);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  const closed = once(child, 'close');
  await comesUp(child.stderr);
  return {
    to: (url) => withServer(url, `127.0.0.1:${own}`),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @throws with what it has said when it ends instead */
async function comesUp(said: NodeJS.ReadableStream): Promise<void> {
  let text = '';
  await new Promise<void>((resolve, reject) => {
    said.on('data', (chunk) => {
      text += chunk;
      if (text.includes('process up')) resolve();
    });
    said.on('end', () => reject(new Error(`PgBouncer did not start:\n${text}`)));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
