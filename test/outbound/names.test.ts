import { execFile } from 'node:child_process';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Outbound } from '../../src/outbound/safe-fetch.ts';
import { selfSigned } from '../support/certificate.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import { listening, rawPeer } from './receiver.ts';

let names: NameServer;
const publicOnly = new Outbound([]);
const opened = new Outbound(['127.0.0.1/32']);
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

beforeAll(async () => {
  names = await startNameServer();
  const { addresses, broken, silent } = names;
  addresses.set('private.test', [['10.0.0.1']]);
  addresses.set('loop.test', [['127.0.0.1']]);
  addresses.set('private6.test', [['fd00::1']]);
  addresses.set('mapped.test', [['::ffff:10.0.0.1']]);
  addresses.set('metadata.test', [['169.254.169.254']]);
  addresses.set('mixed.test', [['8.8.8.8', '10.0.0.1']]);
  addresses.set('mixed6.test', [['8.8.8.8', 'fd00::1']]);
  addresses.set('public.test', [['8.8.8.8', '2606:4700::1']]);
  addresses.set('opened-and-not.test', [['127.0.0.1', '127.0.0.2']]);
  addresses.set('empty.test', [[]]);
  broken.add('broken.test');
  silent.add('silent.test');
});
afterAll(() => names.close());

describe('a host name', () => {
  const refused = ['private', 'loop', 'private6', 'mapped', 'metadata', 'mixed', 'mixed6'];
  test.each(refused)('%s.test leads inside and is neither stored nor called', async (name) => {
    const url = `http://${name}.test:8080/`;
    await expect(publicOnly.checkTarget(url)).rejects.toThrow('is not a public address');
    await expect(publicOnly.of(null, 'webhook').fetch(url)).rejects.toThrow(
      'is not a public address',
    );
  });

  test('that leads to a public address may be stored', async () => {
    expect(await publicOnly.checkTarget('https://public.test/')).toBe(true);
    expect(await publicOnly.checkTarget('https://8.8.8.8/')).toBe(true);
  });

  test('with one allowed and one private address counts as private', async () => {
    await expect(opened.checkTarget('http://opened-and-not.test/')).rejects.toThrow('not a public');
    expect(await opened.checkTarget('http://loop.test/')).toBe(true);
  });

  test.each(['nowhere', 'empty', 'broken'])(
    '%s.test may be stored, but calls say that it cannot be found',
    async (name) => {
      for (const outbound of [publicOnly, opened]) {
        expect(await outbound.checkTarget(`https://${name}.test/`)).toBe(false);
        await expect(outbound.of(null, 'webhook').fetch(`https://${name}.test/`)).rejects.toThrow(
          'cannot be found',
        );
      }
    },
  );

  test('on which the DNS stays silent takes no longer than a call may take', async () => {
    const call = publicOnly.of(null, 'webhook').fetch('https://silent.test/', { timeoutMs: 100 });
    await expect(call).rejects.toThrow('silent.test did not answer in time.');
  });

  test('that is refused as such is never looked up', async () => {
    for (const url of [
      'http://localhost/',
      'http://127.1/',
      'ftp://public.test/',
      'https://[::1]/',
    ])
      await expect(publicOnly.checkTarget(url)).rejects.toThrow();
  });

  test('of our own address is recognised', async () => {
    const { port, heard } = await rawPeer((socket) => socket.end(ok));
    const careful = new Outbound(['127.0.0.1/32'], { own: () => [`http://localhost:${port}`] });
    const url = `http://loop.test:${port}/`;
    await expect(careful.checkTarget(url)).rejects.toThrow('leads back');
    await expect(careful.of(null, 'webhook').fetch(url)).rejects.toThrow('leads back');
    expect(heard).toEqual([]);
    expect((await opened.of(null, 'webhook').fetch(url)).status).toBe(200);
  });
});

test('a host name that changes between lookups is looked up once and called where it was checked', async () => {
  const { port, heard } = await rawPeer((socket) => socket.end(ok));
  const elsewhere = await rawPeer((socket) => socket.end(ok), '127.0.0.2');
  names.addresses.set('rebind.test', [['127.0.0.1'], ['127.0.0.2']]);
  expect((await opened.of(null, 'webhook').fetch(`http://rebind.test:${port}/`)).status).toBe(200);
  expect(heard[0]).toContain(`Host: rebind.test:${port}`);
  // The second answer is asked for by the second call only, and refused there.
  await expect(opened.of(null, 'webhook').fetch(`http://rebind.test:${port}/`)).rejects.toThrow(
    'not a public address',
  );
  expect(elsewhere.heard).toEqual([]);
});

test('a trusted call speaks http only to addresses that were opened', async () => {
  const trusted = { isTrusted: true, timeoutMs: 1000 };
  await expect(opened.of(null, 'webhook').fetch('http://public.test/', trusted)).rejects.toThrow(
    'must be reached by https',
  );
  const { port } = await rawPeer((socket) => socket.end(ok));
  expect(
    (await opened.of(null, 'webhook').fetch(`http://loop.test:${port}/`, trusted)).status,
  ).toBe(200);
});

test('TLS verifies the host name and accepts no other certificate', async () => {
  const { key, cert } = selfSigned('right.test');
  const asked: string[] = [];
  const server = createServer({ key, cert }, (_req, res) => res.end('hello'));
  (server as tls.Server).on('secureConnection', (socket) => asked.push(String(socket.servername)));
  const port = await listening(server as Server);
  const trusted = tls.getCACertificates();
  tls.setDefaultCACertificates([...trusted, cert]);
  onTestFinished(async () => {
    tls.setDefaultCACertificates(trusted);
    await new Promise((done) => server.close(done));
  });
  names.addresses.set('right.test', [['127.0.0.1']]);
  names.addresses.set('wrong.test', [['127.0.0.1']]);
  const { body } = await opened.of(null, 'webhook').fetch(`https://right.test:${port}/`);
  expect([body.toString(), asked]).toEqual(['hello', ['right.test']]);
  for (const host of ['wrong.test', '127.0.0.1'])
    await expect(opened.of(null, 'webhook').fetch(`https://${host}:${port}/`)).rejects.toThrow(
      'cannot be reached',
    );
});

test('proxy settings of the environment are ignored', async () => {
  const proxy = await rawPeer((socket) => socket.end(ok));
  const { port } = await rawPeer((socket) => socket.end(ok));
  const address = `http://127.0.0.1:${proxy.port}`;
  const script = `import { Outbound } from './src/outbound/safe-fetch.ts';
    const { status } = await new Outbound(['127.0.0.0/8']).of(null, 'webhook').fetch('http://127.0.0.1:${port}/');
    console.log(status);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    {
      env: {
        NODE_USE_ENV_PROXY: '1',
        http_proxy: address,
        HTTP_PROXY: address,
        all_proxy: address,
      },
    },
  );
  expect([stdout.trim(), proxy.heard]).toEqual(['200', []]);
});
