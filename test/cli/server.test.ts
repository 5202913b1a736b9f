import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sharedCli } from '../support/cli.ts';
import { createTestDatabase, type TestDatabase, testKey } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';

const runCli = sharedCli();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A server as `npm start` runs it, and its DATA_DIR. */
async function start(env: Record<string, string> = {}) {
  const DATA_DIR = await temporaryFolder();
  const server = insula(['start'], {
    ...{ DATA_DIR, PORT: '0', DATABASE_URL: database.url },
    ENCRYPTION_KEY: testKey().toString('base64'),
    ...env,
  });
  await server.printed(/Insula is ready/);
  return { server, DATA_DIR };
}

describe('commands that talk to a server', () => {
  it('find the server that runs on DATA_DIR, with its keys', async () => {
    const { server, DATA_DIR } = await start();
    const list = await runCli(['tenant', 'list'], { DATA_DIR });
    expect([list.code, list.stderr]).toEqual([0, '']);
    expect(list.stdout).toMatch(/ first +First tenant +active /);
    expect((await runCli(['key', 'list', 'first'], { DATA_DIR })).stdout).toContain('First key');
    const demo = await runCli(['demo', '--only', 'cars'], { DATA_DIR });
    expect(demo.stdout).toMatch(/^ {2}cars +406 objects in/m);

    server.child.kill('SIGTERM');
    expect(await server.exit()).toBe(0);
    const gone = await runCli(['tenant', 'list'], { DATA_DIR });
    expect(gone.code).toBe(1);
    expect(gone.stderr).toBe(
      `insula: No server runs on ${DATA_DIR}. Start one with "npm start", or say where it is: --url http://localhost:3000\n`,
    );
  });

  it('find it at the address it listens on, whatever its public one is', async () => {
    const { DATA_DIR } = await start({ BASE_URL: 'https://api.example.com', HOST: '0.0.0.0' });
    expect(await readFile(join(DATA_DIR, 'url'), 'utf8')).toMatch(/^http:\/\/localhost:\d+\n$/);
    expect((await runCli(['tenant', 'list'], { DATA_DIR })).code).toBe(0);
  });

  it('report a server that was killed and left its address behind', async () => {
    const { server, DATA_DIR } = await start();
    server.child.kill('SIGKILL');
    await server.exit();
    const { code, stderr } = await runCli(['tenant', 'list'], { DATA_DIR });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^insula: No server answers at http:\/\/localhost:\d+ \(.+\)\. Start one/,
    );
  });

  it('use the platform key from PLATFORM_ADMIN_KEY, and ask for one where none is stored', async () => {
    const key = 'insp_given_by_the_environment';
    const { DATA_DIR } = await start({ PLATFORM_ADMIN_KEY: key });
    const url = (await readFile(join(DATA_DIR, 'url'), 'utf8')).trim();
    const elsewhere = await temporaryFolder();
    const list = (env: Record<string, string>) =>
      runCli(['tenant', 'list', '--url', url], { DATA_DIR: elsewhere, ...env });
    expect((await list({ PLATFORM_ADMIN_KEY: key })).code).toBe(0);
    const wrong = await list({ PLATFORM_ADMIN_KEY: 'insp_of_another_server' });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('INVALID_TOKEN')]);
    const none = await list({});
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining('There is no platform key in'),
    ]);
    const demo = await runCli(['demo', '--url', url], { DATA_DIR: elsewhere });
    expect([demo.code, demo.stderr]).toEqual([
      1,
      expect.stringContaining('There is no first key in'),
    ]);
  });

  it('leave nothing behind in a DATA_DIR that belongs to another program', async () => {
    const DATA_DIR = join(await temporaryFolder(), 'none');
    expect((await runCli(['tenant', 'list'], { DATA_DIR })).code).toBe(1);
    await expect(readFile(join(DATA_DIR, 'secrets', 'platform-admin-key'))).rejects.toThrow(
      'ENOENT',
    );
  });

  it('recognise a server that is not Insula', async () => {
    const other = createServer((_req, res) => res.end('<html>Hello</html>')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    const DATA_DIR = await temporaryFolder();
    const { port } = other.address() as { port: number };
    await writeFile(join(DATA_DIR, 'url'), `http://127.0.0.1:${port}\n`);
    const { code, stderr } = await runCli(['tenant', 'list', '--platform-key', 'x'], { DATA_DIR });
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not Insula')]);
  });

  it.each(['not a url', 'ftp://example.com'])('refuse %s as a url with 2', async (url) => {
    const { code, stderr } = await runCli(['tenant', 'list', '--url', url]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('such as http://localhost:3000')]);
  });

  it.each([
    ['tenant create'],
    ['tenant list'],
    ['tenant suspend'],
    ['tenant activate'],
    ['key create'],
    ['key list'],
    ['key revoke'],
    ['demo'],
    ['import'],
    ['export'],
  ])('explain insula %s with an example', async (command) => {
    const { code, stdout } = await runCli([...command.split(' '), '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\n(.*\n)*?.*insula ${command}`));
  });
});
