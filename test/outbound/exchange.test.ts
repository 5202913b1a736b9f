import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { outboundRequests } from '../../src/ground/machine/counters.ts';
import { Outbound, OutboundError, type OutboundRequest } from '../../src/outbound/safe-fetch.ts';
import { until } from '../support/until.ts';
import { rawPeer } from './receiver.ts';

const outbound = new Outbound(['127.0.0.0/8']);

const ok =
  (body: string | Buffer, headers = '') =>
  (socket: Socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n`);
    socket.end(body);
  };

async function exchange(say: (socket: Socket) => void, request: OutboundRequest = {}) {
  const peer = await rawPeer(say);
  const ask = () =>
    outbound.of(null, 'webhook').fetch(`http://127.0.0.1:${peer.port}/hook?a=b`, request);
  return { peer, ask };
}

/** Writes as fast as it is read, until reading stops. */
const endless = (head: string) => (socket: Socket) => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.write(head);
  socket.on('drain', more);
  more();
};

test('an outbound request carries what it was given, and nothing about the process', async () => {
  const { peer, ask } = await exchange(
    ok('{"a":1}', 'x-b: c\r\nset-cookie: a\r\nset-cookie: b\r\n'),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sign': 'a b' },
      body: 'héllo',
    },
  );
  const { status, headers, body } = await ask();
  expect([status, body.toString(), headers]).toEqual([
    200,
    '{"a":1}',
    { 'content-length': '7', 'x-b': 'c', 'set-cookie': 'a,b' },
  ]);
  expect(peer.heard).toEqual([
    [
      'POST /hook?a=b HTTP/1.1',
      'content-type: application/json',
      'x-sign: a b',
      'accept-encoding: identity',
      `Host: 127.0.0.1:${peer.port}`,
      'Connection: close',
      'Content-Length: 6',
      '',
      'héllo',
    ].join('\r\n'),
  ]);
});

test.each([301, 302, 303, 307, 308])('a %i response is returned, not followed', async (status) => {
  const inside = await rawPeer(ok('secret'));
  for (const location of [`http://127.0.0.1:${inside.port}/`, 'file:///etc/passwd', '/again']) {
    const { peer, ask } = await exchange((socket) =>
      socket.end(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`),
    );
    expect((await ask()).status).toBe(status);
    expect(peer.heard).toHaveLength(1);
  }
  expect(inside.heard).toHaveLength(0);
});

describe('an outbound request times out for a server that', () => {
  const slow = {
    'never answers': () => {},
    'sends only the status line': (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n'),
    'sends headers one by one': drip('HTTP/1.1 200 OK\r\n', 'x: y\r\n'),
    'sends one byte at a time': drip('HTTP/1.1 200 OK\r\n\r\n', 'x'),
    'sends 100 Continue again and again': drip('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    'never completes the body': (socket: Socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbegin'),
  };
  test.each(Object.entries(slow))('%s', async (_who, say) => {
    const { peer, ask } = await exchange(say, { timeoutMs: 150, isBeginningEnough: true });
    await expect(ask()).rejects.toThrow(/^127\.0\.0\.1:\d+ did not answer in time\.$/);
    await until(
      async () => peer.open(),
      (open) => open === 0,
    );
  });

  function drip(head: string, drop: string) {
    return (socket: Socket) => {
      socket.write(head);
      const timer = setInterval(() => socket.write(drop), 5);
      socket.on('close', () => clearInterval(timer));
    };
  }
});

describe('an outbound response that is too long', () => {
  const heads = {
    'declares 10 GB': 'HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n',
    'declares no length': 'HTTP/1.1 500 No\r\n\r\n',
  };
  test.each(Object.entries(heads))(
    'and %s is dropped, unless its beginning is enough',
    async (_, head) => {
      const { peer, ask } = await exchange(endless(head), { maxBytes: 100_000 });
      await expect(ask()).rejects.toThrow('The answer is larger than 100000 bytes.');
      const { body } = await outbound.of(null, 'webhook').fetch(`http://127.0.0.1:${peer.port}/`, {
        maxBytes: 100_000,
        isBeginningEnough: true,
      });
      expect(body.equals(Buffer.alloc(100_000, 'x'))).toBe(true);
      await until(
        async () => peer.open(),
        (open) => open === 0,
      );
    },
  );

  test('is read up to the length that is wanted', async () => {
    const { ask } = await exchange(ok('abcdef'), { maxBytes: 6 });
    expect((await ask()).body.toString()).toBe('abcdef');
    const shorter = await exchange(ok('abcdef'), { maxBytes: 5, isBeginningEnough: true });
    expect((await shorter.ask()).body.toString()).toBe('abcde');
    const none = await exchange(ok('abcdef'), { maxBytes: 0, isBeginningEnough: true });
    expect((await none.ask()).body.toString()).toBe('');
  });
});

test('a compressed response is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  const { ask } = await exchange(ok(bomb, 'content-encoding: gzip\r\n'));
  const { body } = await ask();
  expect(body.equals(bomb)).toBe(true);
});

test.each<[string, (socket: Socket) => void]>([
  ['10,000 headers', (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}\r\n`)],
  ['a header of 1 MB', (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1e6)}\r\n\r\n`)],
  ['endless headers', endless('HTTP/1.1 200 OK\r\nx: ')],
  ['another protocol', (socket) => socket.end('-ERR unknown command\r\n')],
  ['nothing', (socket) => socket.end()],
  ['a reset', (socket) => socket.resetAndDestroy()],
  [
    'a reset in its body',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbegin', () =>
        socket.resetAndDestroy(),
      );
    },
  ],
  [
    'a body that is cut short',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbegin'),
  ],
  [
    'two lengths',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
  ],
  [
    'malformed chunks',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
  ],
  [
    'an upgrade',
    (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
])('a response with %s is refused and does no harm', async (_what, say) => {
  const { peer, ask } = await exchange(say, { timeoutMs: 5_000 });
  await expect(ask()).rejects.toThrow(/cannot be reached|another protocol/);
  await until(
    async () => peer.open(),
    (open) => open === 0,
  );
});

test('each outbound request has its own connection', async () => {
  const { peer, ask } = await exchange((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok'),
  );
  await ask();
  await ask();
  expect(peer.heard).toHaveLength(2);
  await until(
    async () => peer.open(),
    (open) => open === 0,
  );
});

test.each<[string, OutboundRequest]>([
  ...['Host', 'connection', 'Content-Length', 'transfer-encoding', 'Upgrade', 'expect', 'TE'].map(
    (name): [string, OutboundRequest] => [name, { headers: { [name]: '5' } }],
  ),
  ['a proxy header', { headers: { 'Proxy-Authorization': 'x' } }],
  ['a line end in a value', { headers: { 'x-a': 'b\r\nx-c: d' } }],
  ['a line feed in a value', { headers: { 'x-a': 'b\nx-c: d' } }],
  ['NUL in a value', { headers: { 'x-a': 'b\0' } }],
  ['a character that headers cannot contain', { headers: { 'x-a': '世' } }],
  ['a line end in a name', { headers: { 'x-a\r\nx-c': 'b' } }],
  ['a colon in a name', { headers: { 'x-a: b': 'c' } }],
  ['no name', { headers: { '': 'c' } }],
  ['CONNECT', { method: 'CONNECT' }],
  ['TRACE', { method: 'TRACE' }],
  ['a request in the method', { method: 'GET / HTTP/1.1\r\nx: y\r\n\r\nGET' }],
])('an outbound request with %s is not sent', async (_what, request) => {
  const { peer, ask } = await exchange(ok(''), request);
  await expect(ask()).rejects.toThrow(OutboundError);
  await expect(ask()).rejects.toThrow(/cannot be sent|is not a method/);
  expect(peer.heard).toHaveLength(0);
});

test('each call is counted with its kind and its result', async () => {
  const counted = async () => {
    const { values } = await outboundRequests.get();
    return Object.fromEntries(
      values
        .filter(({ labels }) => labels.kind === 'saml')
        .map(({ labels, value }) => [labels.result, value]),
    );
  };
  // Earlier files may have counted in this process.
  const before = await counted();
  const peer = await rawPeer(ok('yes'));
  const url = `http://127.0.0.1:${peer.port}/`;
  await outbound.of(null, 'saml').fetch(url);
  const cut = await rawPeer((socket) => socket.destroy());
  const refusals = [
    outbound.of(null, 'saml').fetch(`http://127.0.0.1:${cut.port}/`),
    new Outbound([]).of(null, 'saml').fetch(url),
    outbound.muted().of(null, 'saml').fetch(url),
  ];
  await Promise.allSettled(refusals);
  const now = await counted();
  for (const result of ['2xx', 'failed', 'refused', 'unsent'])
    expect(now[result], result).toBe((before[result] ?? 0) + 1);
});
