import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { useServer } from '../support/use-server.ts';
import { startCollector } from './collector.ts';

const server = useServer();

/** prom-client asks for a part that it never uses here, and is given an empty package: package.json, overrides. */

/** The modules of OpenTelemetry that a process has loaded when it has answered and ended, and what it has sent. */
async function loadedBy(env: Record<string, string>, answered = async () => {}): Promise<string[]> {
  const folder = await temporaryFolder();
  const list = join(folder, 'loaded');
  await writeFile(list, '');
  const watch = `import { registerHooks } from 'node:module'; import { appendFileSync } from 'node:fs';
    registerHooks({ load(url, context, next) {
      if (/(?<!prom-client\\/node_modules\\/)@opentelemetry/.test(url)) appendFileSync(${JSON.stringify(list)}, url + '\\n');
      return next(url, context);
    } });`;
  const run = insula(['start'], {
    ...{ DATA_DIR: folder, DATABASE_URL: server.config.databaseUrl as string, PORT: '0' },
    ENCRYPTION_KEY: inject('server').encryptionKey,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(watch)}`,
    ...env,
  });
  const [url] = await run.printed(/http:\/\/(?:localhost|127\.0\.0\.1):\d+/);
  expect((await fetch(`${url}/v1/object-types`)).status).toBe(401);
  await answered();
  run.child.kill('SIGTERM');
  expect(await run.exit()).toBe(0);
  return (await readFile(list, 'utf8')).split('\n').filter((line) => line !== '');
}

it('without OTEL_EXPORTER_OTLP_ENDPOINT a server loads nothing of OpenTelemetry', async () => {
  expect(await loadedBy({})).toEqual([]);
});

it('with it, a server sends what it does, and sends the rest when it ends', async () => {
  const collector = await startCollector();
  const loaded = await loadedBy(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_SERVICE_NAME: 'insula-eu',
    },
    async () => {
      await until(
        async () => collector.spans().map(({ name }) => name),
        (names) => names.includes('object_type.list'),
      );
    },
  );
  await collector.close();
  expect(new Set(collector.services())).toEqual(new Set(['insula-eu']));
  expect(loaded.length).toBeGreaterThan(3);
});
