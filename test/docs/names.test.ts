import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variables } from '../../src/ground/config/variables.ts';
import { errorCodes } from '../../src/ground/errors.ts';
import { groups, routes } from '../../src/groups/index.ts';
import { inlineCode, isExample, pages, root } from './pages.ts';

/** The matches of a pattern in files. */
const found = (files: string, pattern: RegExp) =>
  globSync(files, { cwd: root })
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(pattern)])
    .map(([, name]) => name as string);

const inDatabase = [
  ...found('sql/**/*.sql', /create or replace function (\w+\.\w+)/g),
  ...found('migrations/**/*.sql', /create table (?:if not exists )?(app\.\w+)/g),
  ...found('migrations/**/*.sql', /alter table .*app\.\w+ rename to (\w+)/g).map(
    (to) => `app.${to}`,
  ),
  ...['gateway.dispatch', 'app.principal', 'app.tenant_id'],
  // A span.
  'worker.task',
];
const inEnvironment = [
  ...Object.keys(variables),
  ...found('docker-compose.yml', /\$\{(\w+):-/g),
  ...found('test/support/**/*.ts', /process\.env\.(\w+)/g),
  ...Object.keys(errorCodes),
  // Read by the exporter of OpenTelemetry.
  'OTEL_EXPORTER_OTLP_HEADERS',
];
const inApi = [
  ...routes.map(({ path }) => path),
  ...[
    '/docs',
    '/docs/admin-graphql',
    '/docs/graphql',
    '/docs/openapi.json',
    '/health',
    '/ready',
    '/metrics',
    '/admin',
    '/owner',
    '/v1',
    '/v1/realtime',
  ],
].map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

describe.each(Object.entries(pages))('%s', (_, text) => {
  const names = inlineCode(text).filter((code) => !isExample(code));

  it('names functions and tables that are there', () => {
    for (const code of names) {
      const [, name] = /^((?:api|app|auth|gateway|platform|worker)\.\w+)\b/.exec(code) ?? [];
      if (name) expect(inDatabase, code).toContain(name);
    }
  });

  it('names variables and codes that are there', () => {
    for (const code of names) {
      if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(code)) expect(inEnvironment).toContain(code);
    }
  });

  it('names routes that are there', () => {
    for (const code of names) {
      const [, path] =
        /^(?:[A-Z]+ )?(\/(?:v1|admin|docs|health|ready|metrics)[\w/:.-]*)$/.exec(code) ?? [];
      if (path)
        expect(
          inApi.some((pattern) => pattern.test(path)),
          path,
        ).toBe(true);
    }
  });
});

describe('docs/reference/nomenclature.md', () => {
  const text = pages['docs/reference/nomenclature.md'];
  it.each(found('sql/20_engines/**/registry.sql', /"ids": "(\w+)"/g))(
    'names the prefix %s_',
    (prefix) => {
      expect(text).toContain(`\`${prefix}_\` `);
    },
  );
});

it.each(groups.map(({ name, description }) => [name, description]))(
  'the description of the group %s refers to pages that are there',
  (_, description) => {
    for (const [page] of description.matchAll(/docs\/[\w/-]+\.md/g))
      expect(pages).toHaveProperty([page]);
  },
);
