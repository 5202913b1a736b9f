import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { checkIndex } from '../support/check-index.ts';
import { type InsulaProcess, insula, kill, parentOf, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { Ledger, type Row } from './ledger.ts';
import { createType, load, type Target } from './load.ts';

const kills = 20;
const isLinux = process.platform === 'linux';

interface Running extends Target {
  process: InsulaProcess;
}

/** `insula start` as a user starts it: embedded PostgreSQL with fsync, API and worker. */
async function start(dataDir: string): Promise<Running> {
  const run = insula(['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  const [, url = ''] = await run.printed(/API +(http:\S+)\n[\s\S]*curl .*\n/);
  const token = (await readFile(join(dataDir, 'first-key'), 'utf8')).trim();
  return { process: run, url, token };
}

async function postmasterOf(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

const asOwner = <T>(dataDir: string, work: Parameters<typeof withClient<T>>[2]) =>
  withClient(withRole(runningOwnerUrl(dataDir) as string, 'insula_owner'), 'durability', work);

/** The ways to be killed. Each ends with a server that answers again. */
const ways: Record<string, (dataDir: string, running: Running) => Promise<Running>> = {
  async 'the process'(dataDir, { process: { child, exit } }) {
    child.kill('SIGKILL');
    await exit();
    return start(dataDir); // at once: PostgreSQL may still be shutting down
  },
  async 'the process and all of PostgreSQL'(dataDir, { process: { child, exit } }) {
    kill([child.pid as number, ...postgresOn(dataDir)], 'SIGKILL');
    await exit();
    return start(dataDir);
  },
  async 'the postmaster'(dataDir, running) {
    const pid = await postmasterOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(
      async () => postgresOn(dataDir),
      (pids) => !pids.includes(pid),
    );
    await until(
      () => fetch(`${running.url}/ready`),
      ({ ok }) => ok,
      30,
    );
    return running;
  },
  async 'one backend'(dataDir, running) {
    const pid = await asOwner(dataDir, async (client) => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity where application_name = 'insula api' limit 1`,
      );
      return rows[0].pid;
    });
    process.kill(pid, 'SIGKILL');
    // Once it is buried, PostgreSQL takes no connection before it has recovered.
    await until(
      async () => existsSync(`/proc/${pid}`),
      (isThere) => !isThere,
    );
    await until(
      () => fetch(`${running.url}/ready`),
      ({ ok }) => ok,
    );
    return running;
  },
};

async function expectNothingLost(dataDir: string, ledger: Ledger): Promise<void> {
  await asOwner(dataDir, async (client) => {
    const { rows } = await client.query<Row>(
      'select id::text, version, is_deleted, properties from app.objects',
    );
    expect(ledger.settle(rows)).toEqual([]);
    expect(await checkIndex(client)).toEqual([]);
  });
}

/** One PostgreSQL, the one that is known, and nothing else that an earlier one left behind. */
async function expectNoOrphans(dataDir: string): Promise<void> {
  const postmaster = await postmasterOf(dataDir);
  const strangers = () =>
    postgresOn(dataDir).filter((pid) => pid !== postmaster && parentOf(pid) !== postmaster);
  await until(
    async () => strangers(),
    (pids) => pids.length === 0,
  );
}

/** How many changes shared their commit with others before them. */
const writtenInCompany = (dataDir: string): Promise<number> =>
  asOwner(dataDir, async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as count from app.journal where call > 0',
    );
    return rows[0].count;
  });

describe.skipIf(!isLinux)('kill -9 under load (looks at /proc: Linux only)', () => {
  it(`loses no acknowledged write, ${kills} times`, { timeout: 300_000 }, async () => {
    const dataDir = await startedFolder();
    const ledger = new Ledger();
    let running = await start(dataDir);
    await createType(running);
    for (let kill = 0; kill < kills; kill++) {
      const ending = new AbortController();
      const loading = load(running, ledger, ending.signal);
      const enough = ledger.acknowledged + 30 + (kill % 7) * 10;
      await until(
        async () => ledger.acknowledged,
        (acknowledged) => acknowledged >= enough,
      );
      // Writes travel together once they are quick: the last time, that is waited for.
      if (kill === kills - 1)
        await until(
          () => writtenInCompany(dataDir),
          (count) => count > 0,
        );
      const way = Object.values(ways)[kill % 4] as (typeof ways)[string];
      running = await way(dataDir, running);
      ending.abort();
      await loading;
      await expectNothingLost(dataDir, ledger);
      await expectNoOrphans(dataDir);
    }
    expect(ledger.acknowledged).toBeGreaterThan(kills * 30);
    // Where the process lives on, it has said of many what became of them.
    expect(ledger.refused).toBeGreaterThan(kills);

    running.process.child.kill('SIGTERM');
    expect(await running.process.exit()).toBe(0);
    expect(postgresOn(dataDir)).toEqual([]);
  });
});
