import { readFile } from 'node:fs/promises';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { addVitalMetrics } from '../../src/doors/http/vital-metrics.ts';
import { platformClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

interface Rules {
  groups: { name: string; rules: { alert: string; expr: string; for?: string }[] }[];
}

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Metrics that depend on how a process was started: an embedded database, a worker. */
const others = ['insula_disk_short'];

it('every alarm names only metrics that there are, and stands in the documentation', async () => {
  const { groups }: Rules = parse(await read('deploy/prometheus/alerts.yml'));
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(15);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const ofWorker = new Registry();
  addVitalMetrics(ofWorker, {
    vitals: async () => '',
    size: async () => 0,
    disks: {},
    standing: {},
  });
  const workers = ofWorker.getMetricsAsArray().map(({ name }) => name);
  const text: string = (await platformClient(server).get('/metrics')).body;
  const shown = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  const known = new Set([...workers, ...shown, ...others]);
  const page = await read('docs/operate/operations.md');
  for (const { alert, expr, for: patience } of rules) {
    const named = [...expr.matchAll(/\binsula_[a-z0-9_]+/g)].map(([name]) => name);
    expect(named, alert).not.toEqual([]);
    for (const name of named) {
      const family = name.replace(/_(count|sum|bucket)$/, '');
      expect(known.has(name) || known.has(family), `${alert}: ${name}`).toBe(true);
      expect(page, `${alert}: ${name}`).toContain(family);
    }
    if (patience !== undefined) expect(patience, alert).toMatch(/^\d+[smhd]$/);
  }
});
