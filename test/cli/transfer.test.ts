import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sharedCli } from '../support/cli.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({ WORKER: 'on' });
const api = useTenant(server);
const runCli = sharedCli();
let type: DefinedType;
let folder: string;
beforeEach(async () => {
  type = await defineType(api, { name: 'string', n: { data_type: 'integer', is_unique: true } });
  folder = await temporaryFolder();
});

const insula = (command: string, ...args: string[]) =>
  runCli([command, ...args, '--type', type.name, '--url', server.url, '--token', api.token]);
const total = async () => (await api.get(`${type.path}/list`)).body.data.total;
async function fileOf(name: string, text: string | Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

describe('insula import', () => {
  it('imports a file, in the format of its name', async () => {
    const file = await fileOf('people.csv', 'Full Name;n;more\nAda;1;x\n"B\n""b""";2;\n');
    const args = ['--delimiter', ';', '--map', 'Full Name=name', '--create-missing'];
    const dry = await insula('import', file, ...args, '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([
      0,
      '2 created, 0 updated, 0 skipped, 0 bad (dry run: nothing was kept)\n',
    ]);
    expect(await total()).toBe(0);
    const real = await insula('import', file, ...args);
    expect([real.code, real.stdout]).toEqual([0, '2 created, 0 updated, 0 skipped, 0 bad\n']);
    const json = await fileOf('people.json', JSON.stringify([{ n: 2, name: 'Bob' }, { n: 3 }]));
    const upsert = await insula('import', json, '--mode', 'upsert', '--match-on', 'n');
    expect(upsert.stdout).toBe('1 created, 1 updated, 0 skipped, 0 bad\n');
    expect(await total()).toBe(3);
  });

  it('leaves each digit of a number to the server', async () => {
    const file = await fileOf('long.json', '[{"n":1},{"name":"b","x":0.12345678901234567890}]');
    const done = await insula('import', file);
    expect([done.code, done.stderr]).toEqual([
      1,
      expect.stringContaining('x: 1 bad (row 2): has more digits'),
    ]);
    expect(await total()).toBe(0);
    const filter = '[{"property":"x","operator":"eq","value":0.12345678901234567890}]';
    const refused = await insula('export', '--filter', filter);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('filters[0].value'),
    ]);
  });

  it('splits a long file into several imports, and explains how to continue when one is refused', async () => {
    const lines = Array.from({ length: 10_500 }, (_, n) => `{"n":${n}}`);
    lines[10_200] = '{"n":"bad"}';
    const file = await fileOf('long.ndjson', lines.join('\n'));
    const stopped = await insula('import', file);
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain('n: 1 bad (row 10201): must be a whole number');
    expect(stopped.stderr).toMatch(/Rows 1 to 10000 of .* are imported.*--resume-after 10000/);
    expect(await total()).toBe(10_000);
    const rest = await insula('import', file, '--resume-after', '10000', '--on-error', 'skip');
    expect([rest.code, rest.stdout]).toEqual([0, '499 created, 0 updated, 0 skipped, 1 bad\n']);
    expect(rest.stderr).toContain('n: 1 bad (row 10201): must be a whole number');
    expect(rest.stderr).toContain('1 rows were not imported');
    expect(await total()).toBe(10_499);
  });

  it('finds delimiter and encoding, and reports how numbers, dates and phones are written', async () => {
    type = await defineType(api, { name: 'string', n: 'number', born: 'date', call: 'phone' });
    const text = 'Report\nname;n;born;call\nÄ;1,5;31.12.1999;030 123456\n;;;\nB;x;;-\n';
    const options = [
      ...['--decimal', ',', '--date-format', 'DD.MM.YYYY', '--default-country', 'DE'],
      ...['--skip-rows', '1', '--null-values', '-,NULL', '--on-error', 'skip_cell'],
    ];
    const latin = await fileOf('latin.csv', Buffer.from(text, 'latin1'));
    const done = await insula('import', latin, ...options, '--encoding', 'windows-1252');
    expect([done.code, done.stdout]).toEqual([0, '2 created, 0 updated, 0 skipped, 0 bad\n']);
    expect(done.stderr).toContain('n: 1 bad (row 2): must be a number');
    const { body } = await api.get(`${type.path}/list?sort=id&order=asc`);
    expect(body.data.results.map((o: { properties: object }) => o.properties)).toEqual([
      { name: 'Ä', n: 1.5, born: '1999-12-31', call: '+4930123456' },
      { name: 'B' },
    ]);
    const wide = await fileOf('wide.csv', Buffer.from(text, 'utf16le'));
    expect((await insula('import', wide, ...options)).stdout).toContain('2 created');
    const unclear = await fileOf('unclear.csv', 'a;b,c\n1;2,3\n');
    expect((await insula('import', unclear)).stderr).toContain('--delimiter');
    const one = await insula('import', wide, ...options, '--delimiter', ',');
    expect([one.code, one.stderr]).toEqual([1, expect.stringContaining('delimiter ";"')]);
  });

  it('repeats the header for each part of a CSV file', async () => {
    const lines = Array.from({ length: 10_001 }, (_, n) => `"${n % 2 ? '' : 'x'}",${n}`);
    const file = await fileOf(
      'long.csv',
      Buffer.from(`\ufeffname,n\n${lines.join('\n')}`, 'utf16le'),
    );
    const done = await insula('import', file);
    expect([done.stderr, done.stdout]).toEqual([
      '',
      '10001 created, 0 updated, 0 skipped, 0 bad\n',
    ]);
    const { body } = await api.get(`${type.path}/list?limit=2`);
    expect(body.data.results.map((o: { properties: object }) => o.properties)).toEqual([
      { name: 'x', n: 10_000 },
      { name: '', n: 9999 },
    ]);
  });

  it('fails with 1 for an unreadable file, and with 2 for wrong usage', async () => {
    const broken = await fileOf('broken.csv', 'n\n"1\n');
    const json = await fileOf('object.json', '{}');
    const latin = await fileOf('latin.csv', Buffer.from('name\n\xe4\n', 'latin1'));
    const unknown = await fileOf('unknown.dat', '');
    for (const [file, message] of [
      [join(folder, 'none.csv'), 'There is no file'],
      [broken, 'Quote Not Closed'],
      [json, 'must hold a JSON array'],
      [latin, '--encoding'],
      [unknown, '--format'],
    ]) {
      const { code, stderr } = await insula('import', file as string);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message as string)]);
    }
    expect((await insula('import', json, '--mode', 'replace')).code).toBe(2);
    expect((await insula('import', json, '--map', 'x')).code).toBe(2);
    expect((await runCli(['import', json])).code).toBe(2);
  });
});

describe('insula export', () => {
  it('writes to a file, or to standard output', async () => {
    const rows = [1, 2, 3].map((n) => ({ n, name: `name ${n}` }));
    await api.post('/v1/data/import', { object_type_id: type.id, rows });
    const out = join(folder, 'out.json');
    const filter = '[{"property":"n","operator":"gte","value":2}]';
    const json = ['--format', 'json', '--sort', 'n', '--properties', 'n', '--filter', filter];
    const done = await insula('export', '--out', out, ...json);
    expect([done.code, done.stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^2 objects, \\d+ bytes: ${out}\n$`)),
    ]);
    const records = JSON.parse(await readFile(out, 'utf8'));
    expect(records.map(({ n }: { n: number }) => n)).toEqual([2, 3]);
    const { stdout } = await insula('export', '--out', '-', '--order', 'asc');
    expect(stdout.split('\r\n')[1]).toMatch(/^obj_\w+,name 1,1,/);
  });

  it('waits for the worker, and reports refusals', async () => {
    const rows = Array.from({ length: 5001 }, (_, n) => ({ n }));
    await api.post('/v1/data/import', { object_type_id: type.id, rows });
    const out = join(folder, 'out.csv');
    expect((await insula('export', '--out', out)).code).toBe(0);
    expect((await readFile(out, 'utf8')).split('\r\n')).toHaveLength(5003);
    const refused = await insula('export', '--filter', '[{"property":"n","operator":"?"}]');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('INVALID_FILTER')]);
    expect((await insula('export', '--filter', '[')).code).toBe(2);
    expect((await insula('export', '--format', 'pdf')).code).toBe(2);
  });
});
