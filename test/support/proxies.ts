import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { selfSigned } from './certificate.ts';
import { temporaryFolder } from './folder.ts';
import { until } from './until.ts';

/** Debian puts servers where only root looks. */
const others = ['/usr/sbin', '/usr/local/sbin'];

/** @throws with what to install */
export function findProxy(
  name: 'nginx' | 'caddy',
  searchPath = process.env.PATH ?? '',
  more = others,
): string {
  for (const folder of [...searchPath.split(delimiter).filter(Boolean), ...more]) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  throw new Error(
    `This test needs ${name}. Install it: apt-get install -y --no-install-recommends ${name} (Debian), or brew install ${name} (macOS).`,
  );
}

/** A port of an address that is free now. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}

export interface RunningProxy {
  url: string;
  output(): string;
}

/** @param block what stands within `http` @param replaced texts of the block, by what stands there instead */
export async function startNginx(
  block: string,
  replaced: Record<string, string>,
): Promise<RunningProxy> {
  const folder = await temporaryFolder();
  const { key, cert } = selfSigned('api.example.com');
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
  const port = await freePort();
  const texts = {
    ...replaced,
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '/etc/ssl/api.example.com.pem': join(folder, 'cert.pem'),
    '/etc/ssl/api.example.com.key': join(folder, 'key.pem'),
  };
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(folder, kind)};`,
  );
  // As root, nginx would give its work to a user who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const lines = [
    `${user} daemon off; worker_processes 1; pid ${join(folder, 'pid')};`,
    'error_log stderr error; events { worker_connections 1024; }',
    `http {\n  access_log off;\n${temporary.join('\n')}\n${filled(block, texts)}}`,
  ];
  const file = join(folder, 'nginx.conf');
  await writeFile(file, lines.join('\n'));
  return started(
    spawn(findProxy('nginx'), ['-p', folder, '-c', file, '-e', 'stderr'], { cwd: folder }),
    `https://127.0.0.1:${port}`,
    'SIGQUIT',
  );
}

/** @param block a Caddyfile, with global options or without @param replaced as for nginx; `SITE` is where it listens */
export async function startCaddy(
  block: string,
  replaced: (site: string) => Record<string, string>,
  env: Record<string, string> = {},
): Promise<RunningProxy> {
  const folder = await temporaryFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = join(folder, 'Caddyfile');
  const text = filled(block, replaced(url));
  const isWhole = text.startsWith('{\n');
  await writeFile(file, `{\n\tadmin off\n${isWhole ? text.slice(2) : `}\n${text}`}`);
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return started(
    spawn(findProxy('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], {
      cwd: folder,
      env: { ...env, SITE_ADDRESS: url, ...home },
    }),
    url,
    'SIGTERM',
  );
}

/** @throws when a text is not there: the block has changed, and is no longer the one that is tried */
function filled(block: string, texts: Record<string, string>): string {
  let text = block;
  for (const [from, to] of Object.entries(texts)) {
    if (!text.includes(from)) throw new Error(`"${from}" does not stand in the block:\n${block}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

async function started(
  child: ChildProcess,
  url: string,
  end: NodeJS.Signals,
): Promise<RunningProxy> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill(end);
    const late = setTimeout(() => child.kill('SIGKILL'), 2_000);
    await closed;
    clearTimeout(late);
  });
  const takesConnections = async () => {
    if (child.exitCode !== null) throw new Error(`ended: ${output}`);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    return once(socket, 'connect').then(
      () => socket.destroy() !== undefined,
      () => false,
    );
  };
  await until(takesConnections, (isThere) => isThere);
  return { url, output: () => output };
}
