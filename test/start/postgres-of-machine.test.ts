import { chmod, chown, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { candidates } from '../../src/db/embedded/choose.ts';
import { findOnMachine } from '../../src/db/embedded/machine.ts';
import { pathFault } from '../../src/db/embedded/trusted-path.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { copyOfPostgres, postgresUser } from '../support/postgres-copy.ts';
import { insula } from '../support/process.ts';

const log = pino({ level: 'silent' });
const named = (pgBin: string) => () => candidates(pgBin, postgresUser, log);

/** Programs that say a version, and can do nothing else. */
const fakeOf = (version: string) => fakeThat(`echo "postgres (PostgreSQL) ${version}"`);

async function fakeThat(command: string): Promise<string> {
  const folder = await temporaryFolder();
  const script = `#!/bin/sh\n${command}\n`;
  await writeFiles(folder, { postgres: script, initdb: script });
  for (const name of ['postgres', 'initdb']) await chmod(join(folder, name), 0o755);
  return folder;
}

describe('PG_BIN', () => {
  it('names the programs, and nothing else is tried', async () => {
    const folder = await fakeOf('18.3 (Debian 18.3-1.pgdg13+1)');
    const all = candidates(folder, postgresUser, log).map((one) => one());
    expect(all).toEqual([
      {
        folder,
        postgres: join(folder, 'postgres'),
        initdb: join(folder, 'initdb'),
        version: '18.3',
        isBundled: false,
      },
    ]);
  });

  it.each(['17.6', '19.0', '18beta2', '180.1'])('refuses PostgreSQL %s', async (version) => {
    const folder = await fakeOf(version);
    expect(named(folder)).toThrow(
      `PG_BIN="${folder}": The programs in ${folder} are not those of PostgreSQL 18, which Insula needs: ` +
        `postgres (PostgreSQL) ${version}.`,
    );
  });

  it('runs them without the environment of this process', async () => {
    vi.stubEnv('ENCRYPTION_KEY', 'not for programs of the machine');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const folder = await fakeThat('/usr/bin/env');
    expect(named(folder)).toThrow(`The programs in ${folder} are not those of PostgreSQL 18`);
    expect(named(folder)).not.toThrow('ENCRYPTION_KEY');
  });

  it('refuses a folder without the programs of a server', async () => {
    const folder = await fakeOf('18.3');
    await rm(join(folder, 'initdb'));
    expect(named(folder)).toThrow(
      `${folder} does not hold the programs of a PostgreSQL server: initdb is missing.`,
    );
    await rm(join(folder, 'postgres'));
    expect(named(folder)).toThrow('postgres and initdb are missing');
  });

  it('refuses programs that other users of the machine can exchange', async () => {
    const outer = await temporaryFolder();
    const folder = await fakeOf('18.3');
    await chmod(join(folder, 'postgres'), 0o757);
    expect(named(folder)).toThrow(`other users may write to ${folder}/postgres`);
    await chmod(join(folder, 'postgres'), 0o755);
    await chmod(folder, 0o777);
    expect(named(folder)).toThrow(`run chmod go-w ${folder}`);
    // Not even where a folder further out is theirs.
    const inner = join(outer, 'inner');
    await mkdir(inner);
    const copy = await fakeOf('18.3');
    for (const name of ['postgres', 'initdb']) {
      await writeFile(join(inner, name), `#!/bin/sh\nexec ${join(copy, name)} "$@"\n`);
      await chmod(join(inner, name), 0o755);
    }
    expect(named(inner)).not.toThrow();
    await chmod(outer, 0o777);
    expect(named(inner)).toThrow(`run chmod go-w ${outer}`);
    await chmod(outer, 0o755);
  });

  it('refuses programs whose libraries, or the SQL that they begin with, other users can exchange', async () => {
    const [folder, lib, share] = [
      await fakeOf('18.3'),
      await temporaryFolder(),
      await temporaryFolder(),
    ];
    const config = join(folder, 'pg_config');
    await writeFiles(folder, { pg_config: `#!/bin/sh\nprintf '%s\\n' ${lib} ${share}\n` });
    await chmod(config, 0o755);
    await writeFiles(lib, { 'plpgsql.so': '' });
    await mkdir(join(share, 'extension'));
    await writeFiles(share, { 'extension/plpgsql.sql': '' });
    expect(named(folder)).not.toThrow();
    for (const path of [
      lib,
      join(lib, 'plpgsql.so'),
      join(share, 'extension'),
      join(share, 'extension/plpgsql.sql'),
    ]) {
      await chmod(path, 0o777);
      expect(named(folder)).toThrow(
        `other users may write to ${path}, and so exchange the programs`,
      );
      await chmod(path, 0o755);
    }
    expect(named(folder)).not.toThrow();
  });

  it('looks for libraries beside the programs where no pg_config names them', async () => {
    const outer = await temporaryFolder();
    const [bin, lib] = [join(outer, 'bin'), join(outer, 'lib')];
    await cp(await fakeOf('18.3'), bin, { recursive: true });
    await mkdir(lib);
    expect(named(bin)).not.toThrow();
    await chmod(lib, 0o777);
    expect(named(bin)).toThrow(`run chmod go-w ${lib}`);
  });

  it('trusts a group that may write where it is the user’s own, and no group that users share', async () => {
    // Only root can give a file to another group.
    if (process.getuid?.() !== 0) return;
    const folder = await fakeOf('18.3');
    await chmod(folder, 0o775);
    const as = (uid: number, gid: number) => {
      vi.spyOn(process, 'getuid').mockReturnValue(uid);
      vi.spyOn(process, 'getgid').mockReturnValue(gid);
    };
    onTestFinished(() => void vi.restoreAllMocks());
    await chown(folder, 0, 1234);
    as(1234, 1234);
    expect(pathFault(join(folder, 'postgres'), undefined)).toBe(undefined);
    await chown(folder, 0, 100);
    as(1234, 100);
    expect(pathFault(join(folder, 'postgres'), undefined)).toContain(`chmod go-w ${folder}`);
  });

  it('refuses programs that belong to another user', async () => {
    const folder = await fakeOf('18.3');
    // Only root can give a file away; anyone else has files of root's only, which are trusted.
    if (process.getuid?.() !== 0) return expect(named(folder)).not.toThrow();
    await chown(join(folder, 'initdb'), 54_321, 54_321);
    expect(named(folder)).toThrow(`${folder}/initdb belongs to another user (id 54321)`);
  });

  it('refuses programs that cannot be run', async () => {
    const folder = await fakeOf('18.3');
    await chmod(join(folder, 'initdb'), 0o644);
    expect(named(folder)).toThrow(`${folder}/initdb cannot be run by`);
  });

  it('ends the start with one sentence, before anything is made', async () => {
    const dataDir = await temporaryFolder();
    const { exit, output } = insula(['start'], {
      DATA_DIR: dataDir,
      PORT: '0',
      PG_BIN: '/nonexistent/bin',
    });
    expect(await exit()).toBe(1);
    expect(output()).toContain(
      'PG_BIN="/nonexistent/bin": /nonexistent/bin does not hold the programs of a PostgreSQL server: postgres and ' +
        'initdb are missing. Set it to another folder, to "bundled"',
    );
    expect(output()).not.toContain('    at ');
  });

  it('has to be a path or a word that is known', async () => {
    const { exit, output } = insula(['start'], { PG_BIN: 'embedded' });
    expect(await exit()).toBe(1);
    expect(output()).toContain('must be the absolute path of a folder, or "bundled"');
  });
});

describe('without PG_BIN', () => {
  it('takes the first PostgreSQL 18 of the usual folders, and reports which cannot be used', async () => {
    const [older, open, right] = [await fakeOf('16.9'), await fakeOf('18.1'), await fakeOf('18.2')];
    await chmod(open, 0o777);
    const { binaries, refused } = findOnMachine(postgresUser, [
      '/nonexistent/bin',
      older,
      open,
      right,
    ]);
    expect(binaries).toMatchObject({ folder: right, version: '18.2' });
    expect(refused).toEqual([
      { folder: older, reason: expect.stringContaining('postgres (PostgreSQL) 16.9') },
      { folder: open, reason: expect.stringContaining('other users may write') },
    ]);
  });
});

describe('pg_config on the PATH', () => {
  /** Says where the programs of `version` are. */
  async function pathWith(folder: string, version: string): Promise<string> {
    const path = await temporaryFolder();
    await writeFiles(path, {
      pg_config: `#!/bin/sh\necho ${folder}\necho PostgreSQL ${version}\n`,
    });
    await chmod(join(path, 'pg_config'), 0o755);
    return path;
  }
  const foundOn = (path: string) => {
    vi.stubEnv('PATH', path);
    onTestFinished(() => void vi.unstubAllEnvs());
    return findOnMachine(postgresUser, []);
  };

  it('names the folder, when it is that of PostgreSQL 18', async () => {
    const folder = await fakeOf('18.2');
    expect(foundOn(await pathWith(folder, '18.2')).binaries).toMatchObject({ folder });
    expect(foundOn(await pathWith(folder, '17.5'))).toEqual({ binaries: undefined, refused: [] });
    expect(foundOn('/nonexistent')).toEqual({ binaries: undefined, refused: [] });
  });

  it('is not asked where another user could have put it', async () => {
    const path = await pathWith(await fakeOf('18.2'), '18.2');
    await chmod(path, 0o777);
    expect(foundOn(path)).toEqual({ binaries: undefined, refused: [] });
  });
});

describe('insula start', () => {
  it('names the programs that it runs, and insula doctor lists the others', async () => {
    const { folder, version } = await copyOfPostgres();
    const env = { DATA_DIR: await temporaryFolder(), PORT: '0', PG_BIN: folder };
    const started = insula(['start'], env);
    await started.printed(/curl .*\n/);
    expect(started.output()).toContain(
      `  Data   PostgreSQL ${version} of this machine (${folder})`,
    );
    started.child.kill('SIGTERM');
    expect(await started.exit()).toBe(0);

    const postgresOf = async (more: Record<string, string>) => {
      const doctor = insula(['doctor', '--json'], { ...env, ...more });
      await doctor.exit();
      const findings: { name: string }[] = JSON.parse(doctor.output());
      return findings.find(({ name }) => name === 'PostgreSQL');
    };
    expect(await postgresOf({})).toMatchObject({
      status: 'ok',
      found:
        `PostgreSQL ${version} of this machine (${folder}); ` +
        `the bundled one (PG_BIN=bundled) is ${version}, built to be small`,
    });
    expect(await postgresOf({ PG_BIN: 'bundled' })).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(
        new RegExp(
          `^PostgreSQL ${version} bundled with Insula; the database was last run by ${folder}/postgres; .*less processor time`,
        ),
      ),
    });
    expect(await postgresOf({ PG_BIN: await fakeOf('17.1') })).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('not those of PostgreSQL 18'),
    });
  });
});
