/** Backups of the installation: what the WAL receiver and a base backup cost those who write, and how quick a restore is. */
import { execFile } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { DiskDestination } from '../src/backup/disk.ts';
import { segmentBytes } from '../src/backup/lsn.ts';
import { findSource } from '../src/backup/room.ts';
import { runningOwnerUrl } from '../src/db/embedded.ts';
import { withRole } from '../src/db/urls.ts';
import { fillType, properties } from './data.ts';
import { Harness, median, type Ours, type Settings } from './harness.ts';
import { type Server, startInsula } from './processes.ts';

const type = 'backed-up';
const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

interface Place {
  /** For everything that is made. */
  folder: string;
  /** The first of two. */
  port: number;
}

interface Installation {
  dataDir: string;
  server: Server;
  harness: Harness;
  load: Ours;
}

/** @param objects that the database has before: a base backup has to last for as long as a turn */
export async function measureBaseBackups(
  settings: Settings,
  { folder, port }: Place,
  objects: number,
): Promise<void> {
  const to = join(folder, 'backups');
  const servers: Server[] = [];
  const begun = (name: string, at: number, env: Record<string, string>) =>
    begin(settings, { dataDir: join(folder, name), port: at, objects, servers }, env);
  try {
    const kept = await begun('with', port, { BACKUP_TO: pathToFileURL(to).href });
    const bare = await begun('without', port + 1, {});
    const { harness } = kept;
    await untilBase(kept);
    const [a, b] = await harness.inTurns(kept.load, bare.load);
    const both = (ours: number, theirs: number) =>
      `${Math.round(ours)}/s of ${Math.round(theirs)}/s`;
    harness.report('creates with the WAL receiver', a / b, 0.97, '>=', both(a, b));
    const [during, before] = await duringBases(kept, settings.rounds);
    const figures = both(during, before);
    harness.report('creates during base backups', during / before, 0.9, '>=', figures);
    for (const server of servers.splice(0)) await server.stop();
    await measureRestore(harness, kept.dataDir, to, join(folder, 'restored'));
  } finally {
    for (const server of servers) await server.stop();
  }
  for (const name of ['with', 'without', 'restored']) await drop(join(folder, name));
}

interface Beginning {
  dataDir: string;
  port: number;
  objects: number;
  /** Those that are to be stopped. */
  servers: Server[];
}

async function begin(
  settings: Settings,
  { dataDir, port, objects, servers }: Beginning,
  env: Record<string, string>,
): Promise<Installation> {
  const server = await startInsula({ ...env, DATA_DIR: dataDir, PORT: String(port) });
  servers.push(server);
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  const harness = new Harness(server, token, settings);
  await harness.createType(type);
  const connectionString = withRole(runningOwnerUrl(dataDir) as string, 'insula_owner');
  const db = new pg.Pool({ connectionString, max: 2 });
  await fillType(db, `ten_${token.split('_')[1]}`, type, objects).finally(() => db.end());
  const body = JSON.stringify({ properties });
  const load: Ours = { url: server.url, tokens: [token], method: 'POST', body };
  return { dataDir, server, harness, load: { ...load, paths: [`/v1/objects/${type}`] } };
}

interface Backup {
  id: string;
  status: string;
}

const operatorOf = async ({ harness, dataDir }: Installation): Promise<Harness> =>
  harness.with((await readFile(join(dataDir, 'secrets', 'platform-admin-key'), 'utf8')).trim());

/** The first base backup of a chain is made at the start. */
async function untilBase(installation: Installation): Promise<void> {
  const operator = await operatorOf(installation);
  for (;;) {
    const status = await operator.get<{ last_base_at: string | null }>('/admin/backups/status');
    if (status.last_base_at !== null) return;
    await sleep(500);
  }
}

/** @returns writes a second during base backups, one after the other, and without them: medians of turns */
async function duringBases(installation: Installation, rounds: number): Promise<[number, number]> {
  const { harness, load } = installation;
  const operator = await operatorOf(installation);
  const [during, before]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    before.push(await harness.turn(load));
    let isOver = false;
    const making = (async () => {
      while (!isOver) await makeBase(operator);
    })();
    during.push(await harness.turn(load));
    isOver = true;
    await making;
  }
  return [median(during), median(before)];
}

async function makeBase(operator: Harness): Promise<void> {
  let { id, status } = await operator.post<Backup>('/admin/backups', { type: 'full' });
  while (status === 'pending' || status === 'running') {
    await sleep(100);
    ({ status } = await operator.get<Backup>(`/admin/backups/${id}`));
  }
  if (status !== 'completed') throw new Error(`The base backup ${id} is ${status}`);
}

/** Of everything that is stored, to the end. */
async function measureRestore(
  harness: Harness,
  from: string,
  to: string,
  dataDir: string,
): Promise<void> {
  const source = { destination: new DiskDestination(to), identities: [], to: 'latest' as const };
  const { bytes, wal } = await findSource(source);
  const segments = new Set(wal.map(({ segment }) => segment)).size * segmentBytes;
  const begun = performance.now();
  const args = [cli, 'restore', '--to', 'latest', '--from', pathToFileURL(to).href];
  await promisify(execFile)(process.execPath, ['--no-warnings', ...args, '--data-dir', dataDir], {
    env: { ...process.env, DATA_DIR: from },
  });
  const minutes = (performance.now() - begun) / 60_000;
  const gigabytes = (bytes + segments) / 1e9;
  const parts = `${(bytes / 1e9).toFixed(2)} GB and ${(segments / 1e9).toFixed(2)} GB of WAL in ${(minutes * 60).toFixed(1)} s`;
  harness.report('restore', gigabytes / minutes, 0.67, '>=', `GB a minute: ${parts}`);
}

async function drop(dataDir: string): Promise<void> {
  // For root it is a link: PostgreSQL runs as another user, who may not enter here.
  const home = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (home) await rm(home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
