import { execFile } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rm, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchDisk } from '../../src/storage/disk-room.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { postmasterOf, start } from './start.ts';

const run = promisify(execFile);
const isLinux = process.platform === 'linux';
const mayMount = isLinux && process.getuid?.() === 0;
const things = '/v1/objects/things';
const megabyte = 1024 * 1024;

/** A disk of its own, in memory, with a DATA_DIR on it that Insula has run on before. */
async function smallDisk(megabytes: number): Promise<string> {
  const disk = await temporaryFolder();
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk]);
  onTestFinished(async () => {
    await run('umount', ['--lazy', disk]);
  });
  await run('cp', ['-a', await startedFolder(), join(disk, 'data')]);
  return disk;
}

const freeOn = async (disk: string): Promise<number> => {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize;
};

/** Takes all the room there is, and all that others give back. @returns ends it */
function keepFull(disk: string): () => void {
  const file = openSync(join(disk, 'somebody-elses'), 'a');
  const byte = Buffer.alloc(64 * 1024);
  let isOver = false;
  const take = () => {
    if (isOver) return closeSync(file);
    try {
      while (writeSync(file, byte) > 0);
    } catch {
      setTimeout(take, 1);
    }
  };
  take();
  return () => {
    isOver = true;
  };
}

/** Takes room until so many bytes are left; tmpfs gives it at once. */
async function fill(disk: string, left: number): Promise<void> {
  const file = await open(join(disk, 'somebody-elses'), 'a');
  const block = Buffer.alloc(256 * 1024);
  try {
    while ((await freeOn(disk)) > left) {
      const bytes = Math.min(block.length, (await freeOn(disk)) - left);
      await file.write(block, 0, bytes).catch((error) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    }
  } finally {
    await file.close();
  }
}

describe.skipIf(!mayMount)('a disk that is full (mounts a small one: root on Linux only)', () => {
  it('refuses writes with 503, keeps reading, and accepts writes again when there is room', {
    timeout: 300_000,
  }, async () => {
    const disk = await smallDisk(500);
    const dataDir = join(disk, 'data');
    const { process: insula, api } = await start(dataDir, { DISK_RESERVE_MB: '64' });
    await api.post('/v1/object-types', { name: 'things' });
    const kept = (await api.post(things, { properties: { n: 1 } })).body.data.id;

    await fill(disk, 40 * megabyte);
    const refused = await until(
      () => api.post(things, { properties: { n: 2 } }),
      ({ status }) => status !== 201,
    );
    expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.body.error.message).toContain('The disk is full');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.patch(`${things}/${kept}`, { properties: { n: 3 } })).status).toBe(503);

    // Another program also takes the rest.
    await fill(disk, 0);
    expect((await api.get(`${things}/${kept}`)).body.data.properties).toEqual({ n: 1 });
    const found = await api.post(`${things}/search`, { filters: [] });
    expect([found.status, found.body.data.total > 0]).toEqual([200, true]);
    const ready = await api.get('/ready');
    expect([ready.status, ready.body.data.checks.disk]).toEqual([200, 'full']);

    await rm(join(disk, 'somebody-elses'));
    const taken = await until(
      () => api.post(things, { properties: { n: 4 } }),
      ({ status }) => status === 201,
    );
    expect((await api.get(`${things}/${taken.body.data.id}`)).status).toBe(200);
    expect((await api.get('/ready')).body.data.checks.disk).toBe('ok');
    insula.child.kill('SIGTERM');
    expect(await insula.exit()).toBe(0);
  });

  it('that stopped PostgreSQL answers 503 until there is room, and nothing is lost', {
    timeout: 300_000,
  }, async () => {
    const disk = await smallDisk(500);
    const dataDir = join(disk, 'data');
    const { process: insula, api } = await start(dataDir, { DISK_RESERVE_MB: '64' });
    await api.post('/v1/object-types', { name: 'things' });
    const kept = (await api.post(things, { properties: { n: 1 } })).body.data.id;

    const leave = keepFull(disk);
    onTestFinished(leave);
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await until(
      async () => insula.output(),
      (output) => output.split('PostgreSQL does not start: the disk is full').length > 3,
      60,
    );
    const away = await api.get(`${things}/${kept}`);
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await api.get('/ready')).status).toBe(503);
    expect(insula.child.exitCode).toBe(null);

    leave();
    await truncate(join(disk, 'somebody-elses'), 0);
    await until(
      () => api.get('/ready'),
      ({ status }) => status === 200,
      30,
    );
    expect((await api.get(`${things}/${kept}`)).body.data.properties).toEqual({ n: 1 });
    await until(
      () => api.post(things, { properties: { n: 2 } }),
      ({ status }) => status === 201,
    );
    insula.child.kill('SIGTERM');
    expect(await insula.exit()).toBe(0);
  });
});

describe('a disk with less free space than DISK_RESERVE_MB', () => {
  it('counts as full from the start', { timeout: 300_000 }, async () => {
    const dataDir = await startedFolder();
    const { api } = await start(dataDir, { DISK_RESERVE_MB: '1000000000' });
    expect((await api.get('/v1/object-types')).status).toBe(200);
    const refused = await api.post('/v1/object-types', { name: 'things' });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await api.get('/ready')).body.data.checks.disk).toBe('full');
  });

  it('that cannot be measured refuses nothing', async () => {
    const room = await watchDisk('/nowhere', 1, pino({ level: 'silent' }));
    expect(room.isShort).toBe(false);
    room.require();
    room.stop();
  });
});
