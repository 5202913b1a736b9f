import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childMeans, readInChild } from '../../src/snapshot/process.ts';
import { createTenant } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase();
const runCli = sharedCli();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insula-snapshot-'));
  const api = await createTenant(server, { slug: 'acme' });
  await api.post('/v1/object-types', { name: 'things' });
  await api.post('/v1/objects/things', { properties: { n: 1 } });
});
afterAll(() => rm(folder, { recursive: true }));

const snapshot = (...args: string[]) =>
  runCli([
    ...['tenant', 'snapshot', 'acme', '--url', server.url],
    ...['--platform-key', server.platformKey, ...args],
  ]);
const read = (path: string, passphrase?: string) =>
  readInChild(childMeans(server.config, server.config.databaseUrl as string), {
    from: { path },
    ...(passphrase && { unlock: { passphrase } }),
  });

describe('insula tenant snapshot', () => {
  it('writes a file that only its owner reads, and prints size and checksum', async () => {
    const out = join(folder, 'whole.insula');
    const { code, stdout, stderr } = await snapshot('--out', out);
    expect([code, stderr]).toEqual([0, '']);
    const bytes = await readFile(out);
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(stdout).toBe(
      `snapshot  ${out}\nsize      ${bytes.length} bytes\nchecksum  sha256:${hash}\n`,
    );
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect(existsSync(`${out}.part`)).toBe(false);
    expect(await read(out)).toMatchObject({ end: { row_counts: { objects: 1 } } });
  });

  it('encrypts with the passphrase in a file, and then may hold secrets', async () => {
    const passphraseFile = join(folder, 'passphrase');
    await writeFile(passphraseFile, 'corréct horse\n');
    const out = join(folder, 'sealed.insula');
    const { code, stdout } = await snapshot(
      ...['--out', out, '--passphrase-file', passphraseFile, '--secrets', '--json'],
      ...['--schema-only', '--no-files', '--journal-from', 'none'],
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: out,
      checksum: expect.stringMatching(/^sha256:/),
    });
    expect(await read(out, 'corréct horse')).toMatchObject({
      isEncrypted: true,
      manifest: {
        options: { data: 'none', files: false, journal_from: 'none', secrets: 'included' },
      },
    });
  });

  it('fails with the server’s message, and keeps no file', async () => {
    const out = join(folder, 'refused.insula');
    const { code, stderr } = await snapshot('--out', out, '--secrets');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^insula: secrets: .*X-Snapshot-Passphrase/);
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    ['short', 'must have 8 to 1,024 characters'],
    ['two lines\nof a passphrase', 'must be one line'],
    [undefined, 'no such file'],
  ])('does not send the passphrase %j', async (text, told) => {
    const file = join(folder, 'no-passphrase');
    await rm(file, { force: true });
    if (text !== undefined) await writeFile(file, text);
    const { code, stderr } = await snapshot('--passphrase-file', file, '--out', '-');
    expect(code).toBe(1);
    expect(stderr).toContain('insula: --passphrase-file: ');
    expect(stderr).toContain(told);
  });

  it('asks for no snapshot that it could not keep', async () => {
    const { code, stderr } = await snapshot('--out', join(folder, 'missing', 'acme.insula'));
    expect([code, stderr]).toEqual([
      1,
      `insula: --out: there is no folder ${join(folder, 'missing')}, or it is not open to you.\n`,
    ]);
  });

  it('keeps nothing of a download that is cut off', async () => {
    const broken = createServer((req, res) => {
      res.writeHead(200, { 'content-disposition': 'attachment; filename="acme-x.insula"' });
      res.write('half');
      setImmediate(() => res.destroy());
      req.resume();
    }).listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const out = join(folder, 'broken.insula');
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const { code, stderr } = await runCli([
      ...['tenant', 'snapshot', 'ten_1', '--url', url, '--platform-key', 'insp_x', '--out', out],
    ]);
    broken.close();
    expect(code).toBe(1);
    expect(stderr).toContain('ended early');
    expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false]);
  });
});
