import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createProgram } from '../../src/cli/program.ts';
import { variables } from '../../src/ground/config/variables.ts';
import { stopMs } from '../../src/process/stop-times.ts';
import { paste } from '../support/curl.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { type Resource, resource } from './kubernetes.ts';
import { blocks, page, root } from './pages.ts';
import { walk } from './walk.ts';

const deploying = page('docs/operate/deploying.md');

const server = useOwnDatabase();

it('docs/operate/tenants.md shows what its lines answer, one after the other', async () => {
  await walk('docs/operate/tenants.md', server, undefined, async (folder) => {
    await mkdir(join(folder, 'data', 'secrets'));
    await writeFile(join(folder, 'data', 'secrets', 'platform-admin-key'), server.platformKey);
  });
});

it('docs/operate/tenants.md finds the confirm token, whatever else the answer names', async () => {
  const line = /^TOKEN=.*$/m.exec(page('docs/operate/tenants.md'))?.[0];
  const answer = JSON.stringify({
    error: { dependencies: [{ type: 'object_type', count: 2 }], confirm_token: 'ct_of-this_one' },
  });
  expect(await paste(`ASKED='${answer}'\n${line}\necho $TOKEN`)).toBe('ct_of-this_one\n');
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
  const deployments = resources.flatMap((one) => (one.kind === 'Deployment' ? one : []));
  const pods = resources.flatMap((one) =>
    one.kind === 'Deployment' || one.kind === 'Job' ? one.spec.template.spec : [],
  );

  it('has YAML that can be read, of words that Kubernetes knows', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(resources.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Job',
      'Deployment',
      'Deployment',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ]);
    for (const one of resources) expect(resource.parse(one)).toEqual(one);
    expect(parse(blocks(deploying, 'yaml')[0] as string)).toHaveProperty('labels');
  });

  it('sets variables and starts commands that are there', async () => {
    const names = (await createProgram()).commands.map((command) => command.name());
    for (const { args, env = [] } of pods.flatMap(({ containers }) => containers)) {
      expect(names).toContain(args[0]);
      for (const { name } of env) expect(variables).toHaveProperty(name);
    }
    const data = resources.flatMap((one) =>
      one.kind === 'ConfigMap' ? Object.keys(one.data) : [],
    );
    expect(data.filter((name) => !(name in variables))).toEqual([]);
  });

  it('waits until a process has ended, of which preStop is a part', () => {
    for (const { spec } of deployments) {
      const { terminationGracePeriodSeconds: grace = 30, containers } = spec.template.spec;
      for (const { lifecycle } of containers) {
        const [program, held = '0'] = lifecycle?.preStop.exec.command ?? [];
        if (program) expect(program).toBe('sleep');
        expect(grace * 1000).toBeGreaterThan(Number(held) * 1000 + stopMs);
      }
    }
  });

  it('asks ports that are there, keeps pods of which others look after, and gives them what they write to', () => {
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
    for (const { spec } of deployments) {
      const { template, selector, replicas } = spec;
      expect(selector.matchLabels).toEqual(template.metadata.labels);
      expect(template.spec.topologySpreadConstraints?.map((one) => one.labelSelector)).toEqual([
        selector,
      ]);
      expect(replicas).toBeGreaterThan(1);
      for (const { ports, startupProbe, readinessProbe, livenessProbe } of template.spec
        .containers) {
        const probes = [startupProbe, readinessProbe, livenessProbe];
        expect(probes.map((probe) => probe?.httpGet.path)).toEqual([
          '/health',
          '/ready',
          '/health',
        ]);
        for (const probe of probes)
          expect(ports?.map(({ name }) => name)).toEqual([probe?.httpGet.port]);
      }
    }
    for (const one of resources) {
      if (one.kind === 'PodDisruptionBudget')
        expect(labels).toContainEqual(one.spec.selector.matchLabels);
      if (one.kind !== 'Service') continue;
      const served = deployments.find(
        ({ spec }) => spec.template.metadata.labels.app === one.spec.selector.app,
      );
      const names = served?.spec.template.spec.containers
        .flatMap(({ ports = [] }) => ports)
        .map(({ name }) => name);
      for (const { targetPort } of one.spec.ports) expect(names).toContain(targetPort);
    }
    const [, dataDir] = /DATA_DIR=(\S+)/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
    for (const { containers, volumes } of pods) {
      const mounted = containers.flatMap(({ volumeMounts }) => volumeMounts);
      expect(mounted.map(({ mountPath }) => mountPath)).toEqual(['/tmp', dataDir]);
      expect(mounted.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
    }
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
