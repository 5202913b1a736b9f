import { existsSync, globSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import type { Binaries } from '../../src/db/embedded/binaries.ts';
import { firstThatWorks } from '../../src/db/embedded/choose.ts';
import { makeCluster } from '../../src/db/embedded/cluster.ts';
import { prepareHome } from '../../src/db/embedded/home.ts';
import { lastRunOf } from '../../src/db/embedded/mark.ts';
import { startServer } from '../../src/db/embedded/server.ts';
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts';
import { placeForScratch } from '../../src/db/scratch.ts';
import { type Client, createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  bundledPostgres,
  copyOfPostgres,
  otherPostgres,
  postgresUser,
} from '../support/postgres-copy.ts';
import { insula } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';

const log = pino({ level: 'silent' });
const fast = async () => temporaryFolder(await placeForScratch());

/** Each file of a cluster with its size and when it was last written. */
async function filesOf(cluster: string): Promise<string[]> {
  const paths = globSync('**', { cwd: cluster }).sort();
  const found = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(join(cluster, path));
      return found.isFile() ? [`${path} ${found.size} ${found.mtimeMs}`] : [];
    }),
  );
  return found.flat();
}

const clusterOf = (dataDir: string) => join(dataDir, 'postgres', 'cluster');
const run = (dataDir: string, pgBin: string | undefined, level = log) =>
  startEmbedded({ dataDir, pgBin, log: level, durable: false });
const superuserUrl = async (dataDir: string, { ownerUrl }: Embedded) => {
  const password = await readFile(join(dataDir, 'secrets', 'postgres-superuser'), 'utf8');
  return Object.assign(new URL(ownerUrl), { username: 'postgres', password: password.trim() }).href;
};

/** Starts Insula on a folder with the programs of `pgBin`, works with it, and ends it. */
async function served<T>(
  dataDir: string,
  pgBin: string,
  work: (api: Client) => Promise<T>,
): Promise<T> {
  const started = insula(['start', '--api-only'], { DATA_DIR: dataDir, PORT: '0', PG_BIN: pgBin });
  const [, url = '', key = ''] = await started.printed(/API +(\S+)[\s\S]*cat (.+?)\).*\n/);
  const result = await work(createClient({ url }, (await readFile(key, 'utf8')).trim()));
  started.child.kill('SIGTERM');
  expect(await started.exit()).toBe(0);
  return result;
}

describe('the PostgreSQL of the machine and the bundled one', () => {
  it('go on with the database of each other, there and back', async () => {
    const other = await otherPostgres();
    const dataDir = await startedFolder();
    const title = 'Möwe, ärgerlich ﬁ ß';
    const properties = [{ name: 'title', data_type: 'text' }];
    const birds = { name: 'birds', properties };
    const add = (number: number) => async (api: Client) => {
      if (number === 1) expect((await api.post('/v1/object-types', birds)).status).toBe(201);
      const made = await api.post('/v1/objects/birds', { properties: { title, number } });
      expect(made.status).toBe(201);
      const found = await api.post('/v1/objects/birds/search', {
        filters: [{ title: { icontains: 'ÄRGER' } }],
      });
      expect(found.status, JSON.stringify(found.body)).toBe(200);
      return found.body.data.results.length;
    };
    expect(await served(dataDir, 'bundled', add(1))).toBe(1);
    expect(await served(dataDir, other.folder, add(2))).toBe(2);
    expect(lastRunOf(dataDir).postgres).toBe(other.postgres);
    expect(await served(dataDir, 'bundled', add(3))).toBe(3);
    expect(lastRunOf(dataDir).postgres).toBe(bundledPostgres().postgres);
  });

  it('start on a database that either of them has made', async () => {
    const dataDir = await fast();
    const other = await otherPostgres();
    const first = await run(dataDir, other.folder);
    await withClient(first.ownerUrl, 'test', (client) =>
      client.query('create table kept as select 1 as kept'),
    );
    await first.stop();
    const second = await run(dataDir, 'bundled');
    expect(second.binaries.isBundled).toBe(true);
    const { rows } = await withClient(second.ownerUrl, 'test', (client) =>
      client.query('table kept'),
    );
    await second.stop();
    expect(rows).toEqual([{ kept: 1 }]);
  });

  it('notice each other running on a folder, and end the one that is left over', async () => {
    const dataDir = await fast();
    const other = await copyOfPostgres();
    await (await run(dataDir, 'bundled')).stop();
    const left = await startServer(other.postgres, clusterOf(dataDir), postgresUser);
    const warned: string[] = [];
    const heard = pino({ level: 'warn' }, { write: (line) => void warned.push(line) });
    const next = await run(dataDir, 'bundled', heard);
    await left.ended;
    await next.stop();
    expect(warned.join('')).toContain('stopping a PostgreSQL that an earlier run left behind');
  });
});

describe('a PostgreSQL that cannot run a database', () => {
  // Its functions need a library that only this one has, as those of an extension do.
  let owner: Binaries;
  let dataDir: string;
  beforeEach(async () => {
    owner = await copyOfPostgres({ libraries: { 'only_here.so': 'citext.so' } });
    dataDir = await fast();
    const running = await run(dataDir, owner.folder);
    await withClient(await superuserUrl(dataDir, running), 'test', (client) =>
      client.query(
        `create function lower_here(text, text) returns boolean language c as '$libdir/only_here', 'citext_eq'`,
      ),
    );
    await running.stop();
  });

  it('is refused before it has written anything, and the one that can is named', async () => {
    const before = await filesOf(clusterOf(dataDir));
    await expect(run(dataDir, 'bundled')).rejects.toThrow(
      `PostgreSQL ${owner.version} bundled with Insula cannot run the database in ${clusterOf(dataDir)}, which is left ` +
        'as it is: could not access file "$libdir/only_here": No such file or directory. Install the package that ' +
        `brings only_here to it, or start it with the PostgreSQL that last ran it: PG_BIN=${owner.folder}.`,
    );
    expect(await filesOf(clusterOf(dataDir))).toEqual(before);
    await (await run(dataDir, owner.folder)).stop();
  });

  it('is detected even if nothing records what the database needs', async () => {
    // Of a version that noted none, or a backup of only the cluster.
    await rm(join(dataDir, 'postgres.mark'));
    for (const attempt of ['first', 'second'])
      await expect(run(dataDir, 'bundled'), attempt).rejects.toThrow(
        `cannot run the database in ${clusterOf(dataDir)}: could not access file "$libdir/only_here": No such file or`,
      );
    await (await run(dataDir, owner.folder)).stop();
  });
});

describe('the control file', () => {
  it('of another build is refused before anything is written', async () => {
    const dataDir = await fast();
    await (await run(dataDir, 'bundled')).stop();
    const path = join(clusterOf(dataDir), 'global', 'pg_control');
    const whole = await readFile(path);
    // The version of the file itself follows the identifier of the system.
    const changed = Buffer.from(whole);
    changed.writeUInt32LE(1700, 8);
    await writeFile(path, changed);
    const other = await copyOfPostgres();
    const before = await filesOf(clusterOf(dataDir));
    await expect(run(dataDir, other.folder)).rejects.toThrow(
      /cannot run the database in .* database files are incompatible with server: The database cluster was initialized with PG_CONTROL_VERSION 1700.* start it with the PostgreSQL that last ran it: PG_BIN=bundled\./i,
    );
    expect(await filesOf(clusterOf(dataDir))).toEqual(before);
    await writeFile(path, whole);
    await (await run(dataDir, other.folder)).stop();
  });
});

describe('programs without the modules that a database of Insula needs', () => {
  it('make none, and the bundled ones do', async () => {
    const bare = await copyOfPostgres({ without: ['pg_trgm'] });
    const home = prepareHome(await fast(), log);
    const cluster = join(home.path, 'cluster');
    const make = (one: Binaries) => makeCluster(cluster, one, home.user, 'of-the-superuser', false);
    await expect(make(bare)).rejects.toThrow(
      'could not access file "$libdir/pg_trgm": No such file or directory. Install the package that brings pg_trgm to ' +
        'it (the contrib modules of PostgreSQL, such as postgresql18-contrib), or start it with the PostgreSQL that ' +
        'comes with Insula: PG_BIN=bundled.',
    );
    expect(existsSync(cluster)).toBe(false);
    const warned: string[] = [];
    const heard = pino({ level: 'warn' }, { write: (line) => void warned.push(line) });
    const { binaries } = await firstThatWorks([() => bare, bundledPostgres], heard, make);
    expect(binaries.isBundled).toBe(true);
    expect(warned.join('')).toContain('a PostgreSQL of this machine is not used');
  });
});
