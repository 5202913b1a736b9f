import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program.ts';
import { variables } from '../../src/config/variables.ts';
import { loadConfig } from '../../src/config.ts';
import { exposedPort, read, root } from './files.ts';

interface Service {
  image: string;
  build?: string;
  command?: string[];
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
const own = services.filter(([, { build }]) => build === '.');

/** `${NAME:-default}` as compose fills it in where nothing is set. */
const filled = (text: string) => String(text).replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, filled(value)]),
  );

describe('docker-compose.yml', () => {
  it('runs the parts of a deployment: two APIs behind a proxy, a worker, a migration before them', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'api',
      'bucket',
      'caddy',
      'mailpit',
      'migrate',
      'minio',
      'postgres',
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
    '%s depends on services that can reach the state it waits for',
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

  it.each(own)('%s gives only variables that are read, and values that pass', (name) => {
    const environment = environmentOf(name);
    expect(Object.keys(environment).filter((key) => !(key in variables))).toEqual([]);
    const config = loadConfig({ DATA_DIR: '/nonexistent', ...environment });
    expect(config.warnings).toEqual([]);
    expect(config.encryptionKey.toString()).toBe('insula-development-only-32-bytes');
  });

  it.each(own)(
    '%s runs a command that there is, with options that there are',
    (_, { command = [] }) => {
      let found = createProgram();
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

  it('lets only the migration hold the owner, and keeps every secret replaceable', () => {
    expect(new URL(environmentOf('migrate').DATABASE_URL as string).username).toBe('postgres');
    for (const name of ['api', 'worker'])
      expect(new URL(environmentOf(name).DATABASE_URL as string).username).toBe('insula_api');
    for (const [, { environment = {} }] of services) {
      for (const [key, value] of Object.entries(environment)) {
        if (/KEY|PASSWORD|SECRET/.test(key)) expect(value).toMatch(/^\$\{\w+:-[^}]+\}$/);
      }
    }
  });

  it('names hosts that are services', () => {
    for (const [name] of services) {
      for (const [key, value] of Object.entries(environmentOf(name))) {
        if (!URL.canParse(value) || !/^(https?|smtp|postgres):/.test(value)) continue;
        const host = new URL(value).hostname;
        if (key !== 'BASE_URL') expect(Object.keys(compose.services)).toContain(host);
      }
    }
  });

  it('mounts volumes that are declared, and files that are there', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((v) => v.split(':')[0]));
    const isFile = (source = '') => source.startsWith('.');
    for (const file of sources.filter(isFile))
      expect(existsSync(`${root}${file}`), file).toBe(true);
    expect(sources.filter((source) => !isFile(source)).sort()).toEqual(
      Object.keys(compose.volumes).sort(),
    );
  });

  it('leads from BASE_URL through the proxy to the port of the API', () => {
    const caddyfile = read('deploy/Caddyfile');
    const [, name, port] = /name (\w+)\n\s+port (\d+)/.exec(caddyfile) ?? [];
    expect(service(name as string).command).toEqual(['start', '--api-only']);
    expect(Number(port)).toBe(exposedPort());
    expect(caddyfile).toContain(`{$SITE_ADDRESS:${environmentOf('caddy').SITE_ADDRESS}}`);
    const { BASE_URL } = environmentOf('api');
    const published = service('caddy').ports?.map(filled);
    expect(published).toContain(`${new URL(BASE_URL as string).port}:80`);
  });

  it('makes the bucket that the API uses, with its key', () => {
    const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environmentOf('api');
    expect(service('bucket').command?.at(-1)).toBe(`minio/${S3_BUCKET}`);
    const alias = new URL(environmentOf('bucket').MC_HOST_minio as string);
    expect([alias.username, alias.password]).toEqual([S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY]);
    expect(environmentOf('minio')).toEqual({
      MINIO_ROOT_USER: S3_ACCESS_KEY_ID,
      MINIO_ROOT_PASSWORD: S3_SECRET_ACCESS_KEY,
    });
  });
});
