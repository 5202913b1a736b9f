import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import releases from '../../migrations/releases.json' with { type: 'json' };
import { temporaryFolder } from './folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The release that this version follows. */
export const lastRelease = releases.at(-1) as (typeof releases)[number];

/** Whether the history of this checkout goes back to the release: that of an archive or a shallow clone does not. */
export const hasLastRelease: boolean = await run(
  'git',
  ['-C', root, 'cat-file', '-e', `${lastRelease.commit}^{commit}`],
  {},
).then(
  () => true,
  () => false,
);

/** Files of the release, as git keeps them. */
export async function unpackRelease(folder: string, ...paths: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, '.release.tar');
  await run('git', ['-C', root, 'archive', '--output', archive, lastRelease.commit, ...paths]);
  await run('tar', ['-x', '-f', archive, '-C', folder]);
}

/**
 * The release with its dependencies, ready to run: those of this checkout, and those that it no longer has, where it has all
 * others in the same versions. Installing them all would take more than everything that is done with them.
 */
export async function lastReleaseFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'release');
  await unpackRelease(folder);
  const [theirs, ours] = await Promise.all([folder, root].map(lockedBy));
  const own = Object.keys(theirs?.['']?.dependencies ?? {}).filter(
    // The package of Node itself: tests run the release on theirs.
    (name) => name !== 'node' && versionIn(theirs, name) !== versionIn(ours, name),
  );
  if (own.length === 0) await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Its first call installs what its lock file names.
  else if (own.some((name) => versionIn(ours, name)))
    await run(process.execPath, ['bin/insula.js', '--version'], { cwd: folder });
  else await shareModules(folder, own, theirs as Locked);
  return folder;
}

type Locked = Record<string, { version?: string; dependencies?: Record<string, string> }>;

async function lockedBy(folder: string): Promise<Locked> {
  return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;
}

const versionIn = (locked: Locked | undefined, name: string) =>
  locked?.[`node_modules/${name}`]?.version;

/**
 * Links each file, not the folders: the sandbox reads nothing outside of them.
 * @param own packages that this checkout does not have; they and what they need are installed as they are locked
 */
async function shareModules(folder: string, own: string[], locked: Locked): Promise<void> {
  const packages: Locked = {};
  const add = (name: string) => {
    const path = `node_modules/${name}`;
    if (packages[path] || !locked[path]) return;
    packages[path] = locked[path];
    Object.keys(locked[path].dependencies ?? {}).forEach(add);
  };
  own.forEach(add);
  const dependencies = Object.fromEntries(own.map((name) => [name, versionIn(locked, name)]));
  const name = { name: 'own', version: '1.0.0' };
  const lock = {
    ...name,
    lockfileVersion: 3,
    packages: { '': { ...name, dependencies }, ...packages },
  };
  const apart = join(folder, '.own');
  await mkdir(apart);
  await writeFile(join(apart, 'package.json'), JSON.stringify({ ...name, dependencies }));
  await writeFile(join(apart, 'package-lock.json'), JSON.stringify(lock));
  const [modules, theirs] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(theirs);
  const names = (await readdir(modules)).filter((one) => !one.startsWith('.'));
  await Promise.all([
    copy(
      names.map((one) => join(modules, one)),
      theirs,
    ),
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: apart }),
  ]);
  await copy([`${apart}/node_modules/.`], theirs);
}

/** As links to the same files where both are on one file system, which takes a tenth of the time. */
async function copy(from: string[], to: string): Promise<void> {
  // A file that is there already gives way: it may be a link to one of this checkout.
  await run('cp', ['-a', '--link', '--force', ...from, to]).catch(async () => {
    for (const one of from) await cp(one, join(to, basename(one)), { recursive: true });
  });
}

/**
 * This checkout as the version that will follow it: with two more migrations. One makes an index; the other changes
 * tables that are in use in an order that no call has, and renames one, so that no function of before can read or write the tables of after.
 */
export async function nextVersionFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'next');
  for (const part of ['src', 'sql', 'migrations', 'bin', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const migration of migrations)
    await addMigration(join(folder, 'migrations/committed'), migration);
  for await (const file of glob('**/*.sql', { cwd: join(folder, 'sql') })) {
    const path = join(folder, 'sql', file);
    const text = await readFile(path, 'utf8');
    const changed = text
      .replaceAll(/\bapp\.object_counts\b/g, 'app.object_totals')
      .replace(/('create', .*)\)::app\.objects;/, '$1, null)::app.objects;');
    if (changed !== text) await writeFile(path, changed);
  }
  return folder;
}

const migrations = [
  `--! no-transaction
create index concurrently if not exists objects_of_next on app.objects (tenant_id, created_by, id)`,
  `
alter table app.webhook_deliveries add column of_next text;
alter table app.work add column of_next text;
create table app.next_things (tenant_id text not null, id text not null, primary key (tenant_id, id));
alter table app.journal add column of_next text;
alter table app.objects add column of_next text;
alter table app.object_types add column of_next text;
alter table app.object_counts rename to object_totals;
alter table app.tenants add column of_next text;
alter table app.api_keys add column of_next text;
drop table app.next_things;
`,
];

/** As graphile-migrate commits it. */
async function addMigration(folder: string, text: string): Promise<void> {
  const last = (await readdir(folder))
    .filter((name) => /^\d{6}.*\.sql$/.test(name))
    .toSorted()
    .at(-1);
  const lastText = await readFile(join(folder, last as string), 'utf8');
  const [, previous] = /^--! Hash: (\S+)$/m.exec(lastText) ?? [];
  const body = text.trim();
  const hash = createHash('sha1')
    .update(`${`${previous}\n${body}`.trim()}\n`)
    .digest('hex');
  const number = String(Number.parseInt(last as string, 10) + 1).padStart(6, '0');
  await writeFile(
    join(folder, `${number}-of-the-next-version.sql`),
    `--! Previous: ${previous}\n--! Hash: sha1:${hash}\n--! Message: of the next version\n\n${body}\n`,
  );
}
