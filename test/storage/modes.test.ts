import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { osUserForPostgres } from '../../src/db/embedded/os-user.ts';
import { DiskStorage } from '../../src/storage/disk.ts';
import { start } from '../durability/start.ts';
import { upload } from '../files/support.ts';
import { runCli } from '../support/cli.ts';
import { exchange } from '../support/exchange.ts';
import { temporaryFolder } from '../support/folder.ts';
import { download, plain } from '../support/pictures.ts';
import { startedFolder } from '../support/started-folder.ts';

/** Names, within a folder, of what others than its owner may read, write or enter; below `postgres` nothing is within reach. */
async function open(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => !name.startsWith('postgres/'),
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const { mode } = await stat(join(folder, name));
      return mode & 0o077 ? [`${name} ${(mode & 0o777).toString(8)}`] : [];
    }),
  );
  return found.flat().toSorted();
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8);

describe('the files in DATA_DIR', () => {
  it('is its owner’s alone from the start on, also what was open before', async () => {
    const dataDir = await startedFolder();
    const files = join(dataDir, 'files');
    const old = join(files, 'ten_old', 'ab');
    await mkdir(old, { recursive: true });
    await writeFile(join(old, 'bytes'), 'of an earlier version');
    await chmod(files, 0o755);
    const { process: server, url, api } = await start(dataDir);

    await expect.poll(() => modeOf(files)).toBe('700');
    const { id } = await upload(api, await plain(40, 30).png().toBuffer(), 'a.png');
    expect((await download(api, `/v1/files/${id}/variants/custom?w=20`)).status).toBe(200);
    const begun = await exchange(
      `${url}/v1/files/resumable`,
      'POST',
      new Headers({
        authorization: `Bearer ${api.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '100',
      }),
    );
    expect(begun.status).toBe(201);
    await api.post('/v1/object-types', { name: 'things' });
    const exported = await api.post('/v1/data/export', { object_type_id: 'things', format: 'csv' });
    expect(exported.body.success).toBe(true);
    expect(await open(dataDir)).toEqual([
      'files/ten_old 755',
      'files/ten_old/ab 755',
      'files/ten_old/ab/bytes 644',
    ]);

    // Whatever libraries write elsewhere has the same modes.
    if (existsSync('/proc')) {
      const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
      expect(status).toMatch(/^Umask:\s+0077$/m);
    }
  });

  it('keeps another user of the machine out', async () => {
    const dataDir = await startedFolder();
    const { api } = await start(dataDir);
    await upload(api, 'a secret of a tenant');
    const other = osUserForPostgres();
    const found = spawnSync('grep', ['-r', 'a secret of a tenant', dataDir], {
      ...(other && { uid: other.uid, gid: other.gid }),
    });
    // Only root can become another user.
    if (other) expect(String(found.stdout)).toBe('');
    else expect(await open(dataDir)).toEqual([]);
  });

  it('is closed by the sweep where an earlier version has left it open', async () => {
    const dataDir = await startedFolder();
    const first = await start(dataDir);
    await upload(first.api, 'bytes');
    first.process.child.kill('SIGTERM');
    await first.process.exit();
    spawnSync('chmod', ['-R', 'a+rX', join(dataDir, 'files')]);
    expect(await open(dataDir)).not.toEqual([]);
    const looked = await runCli(['doctor', '--storage'], { DATA_DIR: dataDir });
    expect(looked.stdout).toContain(`Run: chmod 700 ${join(dataDir, 'files')}`);
    expect(await open(dataDir)).not.toEqual([]);
    await runCli(['doctor', '--storage', '--fix'], { DATA_DIR: dataDir });
    expect(await open(join(dataDir, 'files'))).toEqual([]);
  });
});

describe('a folder of files with the setgid bit', () => {
  it('stays open only to its group', async () => {
    const root = join(await temporaryFolder(), 'files');
    await mkdir(join(root, 'ten_a', 'ab'), { recursive: true });
    await writeFile(join(root, 'ten_a', 'ab', 'bytes'), 'x', { mode: 0o664 });
    await chmod(root, 0o2775);
    const storage = new DiskStorage(root);
    await storage.closeToOthers();
    await Array.fromAsync(storage.list('ten_a', true));
    expect(await modeOf(root)).toBe('2770');
    expect(await modeOf(join(root, 'ten_a', 'ab'))).toBe('750');
    expect(await modeOf(join(root, 'ten_a', 'ab', 'bytes'))).toMatch(/6[46]0/);
  });
});
