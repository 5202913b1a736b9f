import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createProgram } from '../../src/cli/program.ts';
import { variables } from '../../src/config/variables.ts';
import { stopMs } from '../../src/process/stop-times.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';
import { walk } from './walk.ts';

interface Container {
  args: string[];
  env?: { name: string }[];
}
interface Resource {
  kind: string;
  data?: Record<string, string>;
  spec: {
    template?: { spec: { terminationGracePeriodSeconds?: number; containers: Container[] } };
  };
}

const deploying = page('docs/operate/deploying.md');

const server = useOwnDatabase();

it('docs/operate/tenants.md shows what its lines answer, one after the other', async () => {
  await walk('docs/operate/tenants.md', server, undefined, async (folder) => {
    await mkdir(join(folder, 'data', 'secrets'));
    await writeFile(join(folder, 'data', 'secrets', 'platform-admin-key'), server.platformKey);
  });
});

it('docs/operate/tenants.md has the plans as they are', async () => {
  const { rows } = await server.db.query(
    `select plan_tier, requests_per_minute::integer as rate, (storage_bytes >> 30)::integer as gib from app.plans`,
  );
  const number = (text: string | undefined) =>
    text?.includes('no limit') ? null : Number(text?.replaceAll(/\D/g, ''));
  const table = [
    ...page('docs/operate/tenants.md').matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm),
  ];
  const shown = table.map(([, plan_tier, rate, gib]) => ({
    plan_tier,
    rate: number(rate),
    gib: number(gib),
  }));
  const byName = (a: { plan_tier?: string }, b: { plan_tier?: string }) =>
    String(a.plan_tier).localeCompare(String(b.plan_tier));
  expect(shown.toSorted(byName)).toEqual(rows.toSorted(byName));
});

describe('docs/operate/deploying.md', () => {
  const documents = blocks(deploying, 'yaml').flatMap((text) => parseAllDocuments(text));
  const resources = documents
    .map((document) => document.toJS() as Resource)
    .filter(({ kind }) => kind);

  it('has YAML that can be read', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(resources.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Job',
      'Deployment',
      'Deployment',
      'Service',
    ]);
    expect(parse(blocks(deploying, 'yaml')[0] as string)).toHaveProperty('labels');
  });

  it('sets variables and starts commands that are there, and waits until a process has ended', async () => {
    const names = (await createProgram()).commands.map((command) => command.name());
    const pods = resources.flatMap(({ spec }) => spec?.template?.spec ?? []);
    for (const { containers, terminationGracePeriodSeconds: grace } of pods) {
      for (const { args, env = [] } of containers) {
        expect(names).toContain(args[0]);
        for (const { name } of env) expect(variables).toHaveProperty(name);
      }
      if (grace !== undefined) expect(grace * 1000).toBeGreaterThan(stopMs);
    }
    const data = resources.flatMap((resource) => Object.keys(resource.data ?? {}));
    expect(data.filter((name) => !(name in variables))).toEqual([]);
  });

  it('gives systemd the time that a stop takes, and variables that are read', () => {
    const [unit = ''] = blocks(deploying, 'ini');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000).toBeGreaterThan(stopMs);
    const set =
      /^Environment=(.*)$/m
        .exec(unit)?.[1]
        ?.split(' ')
        .map((pair) => pair.split('=')[0]) ?? [];
    expect(set.filter((name) => !(String(name) in variables))).toEqual(['NODE_ENV']);
  });
});
