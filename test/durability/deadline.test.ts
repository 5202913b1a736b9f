import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runningOwnerUrl } from '../../src/db/embedded.ts';
import { withRole } from '../../src/db/urls.ts';
import { childrenOf, postgresOn } from '../support/process.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import { postmasterOf, start } from './start.ts';

const isLinux = process.platform === 'linux';
/** The promised limit. */
const seconds = 25;

/** A connection of the test that holds a row, so that who wants to write to it waits. */
async function holdRow(dataDir: string, id: string): Promise<void> {
  const url = withRole(runningOwnerUrl(dataDir) as string, 'insula_owner');
  const holder = new pg.Client(url);
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from app.objects where id = $1 for update', [id]);
}

/** Starts a request without waiting for its answer. */
function begin(url: string, token: string, method: string, path: string, headers = {}) {
  const sent = request(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
  sent.on('error', () => {});
  onTestFinished(() => void sent.destroy());
  return sent;
}

describe.skipIf(!isLinux)('SIGTERM (looks at /proc: Linux only)', () => {
  it(`ends everything within ${seconds} seconds, whatever is running, even an unwilling PostgreSQL`, {
    timeout: 300_000,
  }, async () => {
    const dataDir = await startedFolder();
    const {
      process: run,
      url,
      api,
    } = await start(dataDir, {
      LOG_LEVEL: 'info',
      // As it is without a terminal: a part of those seconds.
      SHUTDOWN_DELAY: '',
    });
    const token = api.token as string;
    await api.post('/v1/object-types', { name: 'things' });
    const { id } = (await api.post('/v1/objects/things', {})).body.data;
    const made = await api.post('/v1/functions', {
      name: 'endless',
      code: 'export default async () => { for (;;) {} };',
      timeout_ms: 30_000,
    });
    expect(made.status).toBe(201);
    const functionPath = `/v1/functions/${made.body.data.id}/execute`;

    // An endless function that is waited for, and three in the worker.
    begin(url, token, 'POST', functionPath).end('{}');
    for (let n = 0; n < 3; n++)
      expect((await api.post(functionPath, { async: true })).status).toBe(202);
    // A patient transaction that waits for a lock.
    await holdRow(dataDir, id);
    const requests = [
      { method: 'PATCH', path: `/v1/objects/things/${id}`, body: { properties: { n: 1 } } },
      {
        method: 'POST',
        path: '/v1/object-types/things/properties',
        body: { name: 'n', data_type: 'number', is_indexed: true },
      },
    ];
    begin(url, token, 'POST', '/v1/transaction').end(JSON.stringify({ requests }));
    // An upload that has stopped half-way, a client that does not read, a stream of events.
    const upload = begin(url, token, 'POST', '/v1/files/upload', {
      'content-type': 'multipart/form-data; boundary=half',
    });
    upload.write(
      '--half\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes',
    );
    const deaf = connect(Number(new URL(url).port), '127.0.0.1');
    deaf.on('error', () => {});
    onTestFinished(() => void deaf.destroy());
    await once(deaf, 'connect');
    deaf.pause();
    const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    deaf.write(`GET /docs/openapi.json HTTP/1.1\r\n${head}`.repeat(50));
    const stream = begin(url, token, 'GET', '/events/stream');
    stream.end();
    await until(
      async () => childrenOf(run.child.pid as number).length,
      (children) => children >= 3,
    );

    const postmaster = await postmasterOf(dataDir);
    process.kill(postmaster, 'SIGSTOP');
    onTestFinished(() => {
      if (postgresOn(dataDir).includes(postmaster)) process.kill(postmaster, 'SIGCONT');
    });
    run.child.kill('SIGTERM');
    await until(
      async () => run.child.exitCode ?? run.child.signalCode,
      (code) => code !== null,
      seconds,
    );
    await until(
      async () => postgresOn(dataDir),
      (pids) => pids.length === 0,
      5,
    );
  });
});
