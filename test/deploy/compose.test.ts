import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { variables } from '../../src/ground/config/variables.ts';
import { stopMs } from '../../src/process/stop-times.ts';
import { exposedPort, read, root } from './files.ts';

const run = promisify(execFile);

interface Service {
  image: string;
  build?: { context: string; args: Record<string, string> };
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  tmpfs?: string[];
  ulimits?: Record<string, number>;
  command?: string[];
  entrypoint?: string[];
  stop_grace_period?: string;
  restart?: string;
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  deploy?: { replicas: number };
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const service = (name: string) => compose.services[name] as Service;
/** Those that run our own image. */
const own = services.filter(([, { build }]) => build?.context === '.');

/** The output of deploy/env.sh on a new machine. */
let made: Record<string, string>;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'insula-compose-'));
  const file = join(folder, '.env');
  await run('sh', [`${root}deploy/env.sh`, file]);
  made = Object.fromEntries(
    (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  expect((await stat(file)).mode & 0o077).toBe(0);
  // A second time it changes nothing.
  const before = await readFile(file, 'utf8');
  await run('sh', [`${root}deploy/env.sh`, file]);
  expect(await readFile(file, 'utf8')).toBe(before);
  await rm(folder, { recursive: true });
});

/** `${NAME:-default}` and `${NAME:?what to do}` as compose fills them in with only that .env. */
const filled = (text: string) =>
  String(text)
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => made[name] ?? '');
const needed = /\$\{(\w+):\?([^}]*)\}/g;
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, filled(value)]),
  );

describe('docker-compose.yml', () => {
  it('runs a whole deployment: two APIs behind a proxy, a worker, and a migration first', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'api',
      'bucket',
      'caddy',
      'mailpit',
      'migrate',
      'postgres',
      's3',
      'worker',
    ]);
    expect(service('api').deploy?.replicas).toBe(2);
    expect(own.map(([name]) => name).sort()).toEqual(['api', 'migrate', 'worker']);
    for (const name of ['api', 'worker']) {
      const { condition } = service(name).depends_on?.migrate ?? {};
      expect(condition).toBe('service_completed_successfully');
    }
    expect(service('migrate').restart).toBe('no');
  });

  it.each(services)(
    'has %s depend on services that can reach the awaited state',
    (_, { depends_on }) => {
      for (const [name, { condition }] of Object.entries(depends_on ?? {})) {
        const found = service(name);
        expect(found, name).toBeDefined();
        if (condition === 'service_healthy') {
          expect(found.healthcheck?.disable).not.toBe(true);
          expect(
            found.healthcheck?.test ?? (found.build && /HEALTHCHECK/.exec(read('Dockerfile'))),
          ).toBeTruthy();
        } else {
          expect(condition).toBe('service_completed_successfully');
          expect(found.restart ?? 'no').toBe('no');
        }
      }
    },
  );

  it.each(own)('gives %s only variables that are read, with valid values', (name) => {
    const environment = environmentOf(name);
    expect(Object.keys(environment).filter((key) => !(key in variables))).toEqual([]);
    const config = loadConfig({ DATA_DIR: '/nonexistent', ...environment });
    expect(config.warnings).toEqual([]);
    expect(config.encryptionKey.length).toBe(32);
    expect(config.platformAdminKey).toBe(made.PLATFORM_ADMIN_KEY);
  });

  it.each(own)(
    'has %s run a command that exists, with options that all exist',
    async (_, { command = [] }) => {
      let found = await createProgram();
      const words = command.filter((word) => !word.startsWith('-'));
      for (const word of words) {
        const next = found.commands.find((child) => child.name() === word);
        expect(next, word).toBeDefined();
        found = next as typeof found;
      }
      for (const option of command.filter((word) => word.startsWith('-')))
        expect(found.options.map(({ long }) => long)).toContain(option);
    },
  );

  it('gives only the migration the owner role', () => {
    expect(new URL(environmentOf('migrate').DATABASE_URL as string).username).toBe('postgres');
    for (const name of ['api', 'worker'])
      expect(new URL(environmentOf(name).DATABASE_URL as string).username).toBe('insula_api');
  });

  it('contains no known secret: each must be set, with a hint how', () => {
    const required = new Set<string>();
    for (const [, { environment = {} }] of services) {
      for (const [key, value] of Object.entries(environment)) {
        const isSecret = /KEY|PASSWORD|SECRET/.test(key) && !/ACCESS_KEY(_ID)?$/.test(key);
        if (isSecret || key === 'S3_SECRET_ACCESS_KEY')
          expect(value, key).toMatch(/^\$\{\w+:\?[^}]+\}$/);
        for (const [, name = '', advice] of String(value).matchAll(needed)) {
          expect(advice).toContain('deploy/env.sh');
          required.add(name);
        }
      }
    }
    expect([...required].sort()).toEqual(Object.keys(made).sort());
    for (const value of Object.values(made)) expect(value.length).toBeGreaterThan(40);
    expect(new Set(Object.values(made)).size).toBe(4);
    // A password in a URL.
    expect(made.POSTGRES_PASSWORD).toMatch(/^[0-9a-f]{64}$/);
    const password = new URL(environmentOf('migrate').DATABASE_URL as string).password;
    expect(password).toBe(made.POSTGRES_PASSWORD);
    expect(environmentOf('postgres').POSTGRES_PASSWORD).toBe(password);
  });

  it.each(services)(
    'exposes %s only on this machine unless configured otherwise',
    (_, { ports }) => {
      for (const port of ports ?? []) expect(filled(port)).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    },
  );

  it('publishes what clients need, and no database, API or storage', () => {
    const published = services.filter(([, { ports }]) => ports).map(([name]) => name);
    expect(published.sort()).toEqual(['caddy', 'mailpit']);
  });

  it.each(services)(
    'pins the image of %s to a version, from a registry that maintains it',
    (_, one) => {
      if (one.build) return expect(one.image).toBe('insula');
      const [, name = '', tag = ''] = /^(.+):([^:]+)$/.exec(one.image) ?? [];
      expect(tag).toMatch(/\d+\.\d+/);
      // Gone from Docker Hub since September 2026.
      expect(name).not.toMatch(/minio/);
      return undefined;
    },
  );

  it('names only hosts that are services', () => {
    for (const [name] of services) {
      for (const [key, value] of Object.entries(environmentOf(name))) {
        if (!URL.canParse(value) || !/^(https?|smtp|postgres):/.test(value)) continue;
        const host = new URL(value).hostname;
        if (key !== 'BASE_URL') expect(Object.keys(compose.services)).toContain(host);
      }
    }
  });

  it('mounts only declared volumes and existing files', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((v) => v.split(':')[0]));
    const isFile = (source = '') => source.startsWith('.');
    for (const file of sources.filter(isFile))
      expect(existsSync(`${root}${file}`), file).toBe(true);
    const named = new Set(sources.filter((source) => !isFile(source)));
    expect([...named].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('routes BASE_URL through the proxy to the port of the API', () => {
    const caddyfile = read('deploy/Caddyfile');
    // The names that Compose gives to the containers of a service with replicas.
    const { name: project } = parse(read('docker-compose.yml'));
    const containers = [...caddyfile.matchAll(/\{\$API\}-(\d+):(\d+)/g)];
    expect(environmentOf('caddy').API).toBe(`${project}-api`);
    expect(service('api').command).toEqual(['start', '--api-only']);
    expect(containers.map(([, number]) => Number(number))).toEqual([1, 2]);
    expect(containers).toHaveLength(service('api').deploy?.replicas as number);
    for (const [, , port] of containers) expect(Number(port)).toBe(exposedPort());
    expect(caddyfile).toContain(`{$SITE_ADDRESS:${environmentOf('caddy').SITE_ADDRESS}}`);
    const { BASE_URL } = environmentOf('api');
    const published = service('caddy').ports?.map(filled);
    expect(published).toContain(`127.0.0.1:${new URL(BASE_URL as string).port}:80`);
  });

  it('creates the bucket that the API uses, as a folder of the storage, with its key', () => {
    const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environmentOf('api');
    const folder = service('s3').command?.at(-1);
    expect(service('bucket').entrypoint).toEqual(['mkdir', '-p', `${folder}/${S3_BUCKET}`]);
    expect(service('bucket').volumes).toEqual(service('s3').volumes);
    expect(environmentOf('s3')).toEqual({
      ROOT_ACCESS_KEY: S3_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: S3_SECRET_ACCESS_KEY,
    });
    const port = new URL(environmentOf('api').S3_ENDPOINT as string).port;
    expect(service('s3').command?.slice(0, 2)).toEqual(['--port', `:${port}`]);
  });

  it('checks the health of a worker on the port that its image uses', () => {
    expect(service('worker').healthcheck).toBe(undefined);
    expect(environmentOf('worker').METRICS_PORT).toBe(String(exposedPort()));
    expect(read('Dockerfile')).toContain(`http://127.0.0.1:${exposedPort()}/ready`);
  });

  it.each(services)(
    'leaves %s nothing to write but mounts, and no right that it does not need',
    (name, one) => {
      expect(one).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      });
      const added: Record<string, string[]> = {
        caddy: ['NET_BIND_SERVICE'],
        postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      };
      expect(one.cap_add).toEqual(added[name]);
    },
  );

  it.each(own)(
    'gives %s places for what it writes, which its user may write to',
    (_, { tmpfs }) => {
      expect(tmpfs?.map((place) => place.split(':')[0])).toEqual(['/tmp', '/data']);
      // The user "node" of the image.
      expect(tmpfs?.[1]).toContain('uid=1000,gid=1000,mode=0700');
    },
  );

  it('builds the image without a PostgreSQL that is not run, and bounds the one that is', () => {
    for (const [, { build }] of own) expect(build?.args).toEqual({ POSTGRES: 'none' });
    expect(read('Dockerfile')).toMatch(/^ARG POSTGRES=/m);
    expect(service('postgres').ulimits).toEqual({ data: 1024 ** 3 });
  });

  it('gives processes as much time to stop as they may need', () => {
    for (const name of ['api', 'worker']) {
      const [, seconds] = /^(\d+)s$/.exec(service(name).stop_grace_period ?? '') ?? [];
      expect(Number(seconds) * 1000, name).toBeGreaterThan(stopMs);
    }
  });
});
