import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups, routes } from '../../src/groups/index.ts';
import { runCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

interface Problem {
  ruleId: string;
  message: string;
}

interface Parameter {
  in: string;
  name: string;
  description: string;
}

/**
 * That literal parts of a path go before parameters has to be known for the promised paths already: it has
 * `/v1/files/tags/:tag_id` beside `/v1/files/:file_id/tags`, `/v1/forms/public/:form_id`,
 * `/v1/dashboards/public/:share_token` and `/v1/email/templates/:template_id`.
 */
const isGiven = ({ ruleId, message }: Problem): boolean =>
  ruleId === 'no-ambiguous-paths' &&
  message.match(/`\/v1\/(files|forms|dashboards|email)\//g)?.length === 2;

/** The findings of @redocly/cli in a document, in its strictest standard set, where warnings are errors. */
async function lint(document: object): Promise<Problem[]> {
  const folder = await mkdtemp(join(tmpdir(), 'insula-lint-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const args = [redocly, 'lint', file, '--extends', 'recommended-strict', '--format', 'json'];
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  const output = await new Promise<string>((resolve) => {
    // Its exit code is 1 when it finds something; what it found is in the output.
    execFile(process.execPath, args, { cwd: folder, env }, (_, stdout, stderr) =>
      resolve(stdout || stderr),
    );
  });
  await rm(folder, { recursive: true });
  return JSON.parse(output).problems.filter((problem: Problem) => !isGiven(problem));
}

describe('the OpenAPI document', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is served as generated, and passes the linter', async () => {
    const served = await (await fetch(`${server.url}/docs/openapi.json`)).json();
    expect(served).toEqual(JSON.parse(JSON.stringify(openApiDocument(groups, server.url))));
    expect(await lint(served as object)).toEqual([]);
  });

  it('is what `insula openapi` writes, without a server', async () => {
    const file = join(await temporaryFolder(), 'openapi.json');
    const env = { PATH: process.env.PATH ?? '' };
    const ran = await runCli(['openapi', file, '--url', server.url], env);
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
    const served = await (await fetch(`${server.url}/docs/openapi.json`)).json();
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(served);
  });

  it('fails the linter when it is wrong', async () => {
    // Of one small path: the linter takes seconds for all of them.
    const { info: _, ...nameless }: Record<string, unknown> = {
      ...openApiDocument([], server.url),
      paths: {},
    };
    const found = await lint(nameless);
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining('`info`'));
  });

  it('names the public address of the server, and stays relative on localhost', () => {
    expect(openApiDocument(groups, 'http://localhost:3000').servers).toEqual([{ url: '/' }]);
    expect(openApiDocument(groups, 'https://api.example.org/v').servers).toEqual([
      { url: 'https://api.example.org/v' },
    ]);
  });

  it('has one operation per route, with its scope', () => {
    const { paths } = openApiDocument(groups, server.url) as {
      paths: Record<string, Record<string, { operationId: string; 'x-scope'?: string }>>;
    };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => operation['x-scope'])
        .map(([method, operation]) => [
          operation.operationId,
          method.toUpperCase(),
          path.replace(/\{(\w+)\}/g, ':$1'),
          operation['x-scope'],
        ]),
    );
    const inTables = routes.map(({ id, method, path, scope }) => [id, method, path, scope]);
    expect(documented.toSorted()).toEqual(inTables.toSorted());
  });

  it('describes every parameter in a path, beyond its name', () => {
    const { components } = openApiDocument(groups, server.url) as {
      components: { parameters: Record<string, Parameter> };
    };
    const ofPaths = Object.values(components.parameters).filter((one) => one.in === 'path');
    expect(ofPaths.length).toBeGreaterThan(50);
    expect(ofPaths.filter(({ name, description }) => description === name)).toEqual([]);
  });

  it('sums every operation up in a short phrase', () => {
    const long = routes.filter(({ summary }) => summary.length > 60 || /[;:]|\.$/.test(summary));
    expect(long.map(({ id, summary }) => `${id}: ${summary}`)).toEqual([]);
  });

  it('gives a valid example of every request body', () => {
    for (const { id, body, example } of routes) {
      if (!body) continue;
      expect(body.safeParse(example?.body ?? {}).success, id).toBe(true);
    }
  });
});
