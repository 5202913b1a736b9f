import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { Registry } from 'prom-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addVitalMetrics } from '../../src/doors/http/vital-metrics.ts';
import { platformClient } from '../support/api.ts';
import { scrape } from '../support/metrics.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  annotations?: { summary?: string; runbook?: string };
}
interface Panel {
  title: string;
  type: string;
  datasource?: { uid: string };
  targets?: { expr: string }[];
}

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Metrics that depend on how a process was started: an embedded database, a cluster. */
const others = ['insula_disk_short', 'insula_db_node_connections'];

/** Histograms show more names than their own. */
const familyOf = (name: string, known: ReadonlySet<string>) =>
  known.has(name) ? name : name.replace(/_(count|sum|bucket)$/, '');

/** The metrics in an expression. @throws for one that is not PromQL */
function metricsIn(expression: string): string[] {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter({ type, name, from, to, node }) {
      if (type.isError) throw new Error(`at ${from} of ${text}`);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
        names.push(text.slice(from, to));
    },
  });
  return names;
}

let known: Set<string>;
let rules: Rule[];
let panels: Panel[];
let page: string;
beforeAll(async () => {
  const ofWorker = new Registry();
  addVitalMetrics(ofWorker, {
    vitals: async () => '',
    size: async () => 0,
    disks: {},
    standing: {},
  });
  const workers = ofWorker.getMetricsAsArray().map(({ name }) => name);
  const shown = [...(await scrape(server)).matchAll(/^# TYPE (\S+)/gm)].map(
    ([, name = '']) => name,
  );
  known = new Set([...workers, ...shown, ...others]);
  const file: { groups: { rules: Rule[] }[] } = parse(await read('deploy/prometheus/alerts.yml'));
  rules = file.groups.flatMap((group) => group.rules);
  ({ panels } = JSON.parse(await read('deploy/grafana/insula.json')));
  page = await read('docs/operate/operations.md');
});

const unknownIn = (expression: string) =>
  metricsIn(expression).filter((name) => !known.has(familyOf(name, known)));

describe('the alerts', () => {
  it('are PromQL about metrics that there are, each with a name of its own', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, expr, for: patience } of rules) {
      expect(metricsIn(expr), alert).not.toEqual([]);
      expect(unknownIn(expr), alert).toEqual([]);
      if (patience !== undefined) expect(patience, alert).toMatch(/^\d+[smhd]$/);
    }
  });

  it('would be refused otherwise (the check can fail)', () => {
    expect(() => metricsIn('max(insula_workers')).toThrow();
    expect(unknownIn('sum(rate(insula_workers_of_another_product_total[5m]))')).toEqual([
      'insula_workers_of_another_product_total',
    ]);
  });

  it('have a heading each in the runbook, which has no others', async () => {
    const runbook = await read('docs/operate/runbook.md');
    const headings = [...runbook.matchAll(/^## (Insula\w+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations } of rules) {
      expect(annotations?.runbook).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`);
      expect(annotations?.summary, alert).toMatch(/^[A-Z].*[^.]$/);
    }
  });
});

describe('the runbook', () => {
  it('looks with queries and calls that work', async () => {
    const runbook = await read('docs/operate/runbook.md');
    const queries = [...runbook.matchAll(/^```sql\n(.*?)^```/gms)].map(([, sql = '']) => sql);
    expect(queries.length).toBeGreaterThan(3);
    for (const sql of queries) await server.db.query(sql);
    const operator = platformClient(server);
    const calls = [...runbook.matchAll(/`GET (\/admin\/[^`]+)`/g)].map(([, path = '']) => path);
    expect(calls.length).toBeGreaterThan(5);
    for (const path of new Set(calls))
      expect([path, (await operator.get(path)).status]).toEqual([path, 200]);
  });
});

describe('the dashboard', () => {
  it('draws metrics that there are, from a data source that is chosen', () => {
    const drawing = panels.filter(({ type }) => type !== 'row');
    expect(drawing.length).toBeGreaterThan(30);
    for (const { title, datasource, targets = [] } of drawing) {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana fills it in
      expect(datasource?.uid, title).toBe('${datasource}');
      expect(targets, title).not.toEqual([]);
      for (const { expr } of targets) expect(unknownIn(expr), title).toEqual([]);
    }
  });

  it('shows, with the alerts, every metric of Insula, and the documentation explains it', () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    const used = new Set(expressions.flatMap(metricsIn).map((name) => familyOf(name, known)));
    const ours = [...known].filter((name) => name.startsWith('insula_'));
    expect(ours.filter((name) => !used.has(name))).toEqual([]);
    expect(ours.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });
});
