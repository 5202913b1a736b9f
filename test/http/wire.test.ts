import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { UsualAnswer } from '../../src/tools/answers/usual-headers.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { exchange, head, openWire, type WireAnswer } from '../support/wire.ts';

const server = useServer();
const api = useTenant(server);

const authorized = () => ({ Authorization: `Bearer ${api.token}` });
const types = '/v1/object-types';
const asJson = { 'Content-Type': 'application/json' };

/** Each answer is an envelope of Insula, whichever part made it. */
function expectRefusal(answer: WireAnswer | undefined, status: number, code: string): void {
  expect(answer?.status).toBe(status);
  const body = JSON.parse(answer?.body ?? '');
  expect(body).toMatchObject({ success: false, error: { code } });
  expect(body.request_id).toBe(answer?.headers['x-request-id']);
  expect(answer?.headers['x-content-type-options']).toBe('nosniff');
}

describe('invalid HTTP', () => {
  const post = (headers: string, body: string) =>
    `${head('POST', types, { ...authorized(), ...asJson })}${headers}\r\n${body}`;
  const smuggled = () => `${head('GET', types, authorized())}\r\n`;

  it.each([
    ['no valid request', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    [
      'length and chunks',
      () => post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${smuggled()}`),
    ],
    [
      'chunks and length',
      () => post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `0\r\n\r\n${smuggled()}`),
    ],
    [
      'two transfer encodings',
      () =>
        post(
          'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
          `0\r\n\r\n${smuggled()}`,
        ),
    ],
    [
      'a disguised encoding',
      () => post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${smuggled()}`),
    ],
    ['two lengths', () => post('Content-Length: 2\r\nContent-Length: 9\r\n', `{}${smuggled()}`)],
    ['a length with a sign', () => post('Content-Length: +2\r\n', `{}${smuggled()}`)],
    ['a negative length', () => post('Content-Length: -2\r\n', `{}${smuggled()}`)],
    [
      'a length beyond all numbers',
      () => post('Content-Length: 99999999999999999999999\r\n', smuggled()),
    ],
    ['a space before the colon', () => post('Content-Length : 2\r\n', `{}${smuggled()}`)],
    ['a folded header', () => post('X-A: 1\r\n Content-Length: 2\r\n', `{}${smuggled()}`)],
    ['a bare line feed', () => `GET ${types} HTTP/1.1\nHost: test\n\n${smuggled()}`],
    ['a NUL in a header', () => post('X-A: a\0b\r\n', smuggled())],
    [
      'an invalid chunk size',
      () => post('Transfer-Encoding: chunked\r\n', `zz\r\n{}\r\n0\r\n\r\n${smuggled()}`),
    ],
    [
      'a chunk longer than its size',
      () => post('Transfer-Encoding: chunked\r\n', `2\r\n{}{}\r\n0\r\n\r\n${smuggled()}`),
    ],
  ])('with %s is refused once, and the connection closes', async (_, bytes) => {
    const answers = await exchange(server, Buffer.from(bytes(), 'latin1'));
    expect(answers).toHaveLength(1);
    expectRefusal(answers[0], 400, 'VALIDATION_ERROR');
    expect(answers[0]?.headers.connection).toBe('close');
  });

  it('prevents what follows on the same connection', async () => {
    const before = (await api.get(types)).body.data.length;
    const body = '{"name":"smuggled"}';
    const inner = `${head('POST', types, { ...authorized(), ...asJson, 'Content-Length': `${body.length}` })}\r\n${body}`;
    await exchange(
      server,
      post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${inner}`),
    );
    expect((await api.get(types)).body.data).toHaveLength(before);
  });

  it('is answered after the valid request before it', async () => {
    const answers = await exchange(server, `${smuggled()}${'NONSENSE\r\n\r\n'}`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('leaves the server unaffected', async () => {
    expect((await api.get(types)).status).toBe(200);
  });
});

describe('an oversized request', () => {
  it('answers 431 for headers of more than 16 kB', async () => {
    const answers = await exchange(
      server,
      `${head('GET', types, { 'X-A': 'a'.repeat(20_000) })}\r\n`,
    );
    expectRefusal(answers[0], 431, 'HEADERS_TOO_LARGE');
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`X-${i}`, 'a']));
    expectRefusal(
      (await exchange(server, `${head('GET', types, many)}\r\n`))[0],
      431,
      'HEADERS_TOO_LARGE',
    );
  });

  it('answers 414 for a URL of more than 8,000 characters', async () => {
    const long = await api.get(`${types}?x=${'a'.repeat(8000)}`);
    expect([long.status, long.body.error.code]).toEqual([414, 'URI_TOO_LONG']);
    const answers = await exchange(server, `${head('GET', `/${'a'.repeat(60_000)}`)}\r\n`);
    expectRefusal(answers[0], 414, 'URI_TOO_LONG');
  });

  it('with 900 headers is accepted', async () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-${i}`, 'a']));
    expect((await api.get(types, undefined, many)).status).toBe(200);
  });
});

describe('an HTTP connection', () => {
  it('answers pipelined requests in order, even quick ones', async () => {
    const answers = await exchange(
      server,
      `${head('GET', types, authorized())}\r\n${head('GET', `${types}/none`, authorized())}\r\n${head('GET', '/nowhere', { Connection: 'close' })}\r\n`,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
    const codes = answers.map(({ body }) => JSON.parse(body).error?.code);
    expect(codes).toEqual([undefined, 'NOT_FOUND', 'ROUTE_NOT_FOUND']);
  });

  it('is asked for a body only when it will be read', async () => {
    const body = '{"name":"expected"}';
    const expecting = { ...asJson, 'Content-Length': `${body.length}`, Expect: '100-continue' };
    const wire = await openWire(server);
    wire.send(`${head('POST', types, { ...authorized(), ...expecting })}\r\n`);
    expect((await wire.answers(1))[0]?.status).toBe(100);
    wire.send(body);
    expect((await wire.answers(2))[1]?.status).toBe(201);

    const stranger = await openWire(server);
    stranger.send(`${head('POST', types, expecting)}\r\n`);
    expectRefusal((await stranger.answers(1))[0], 401, 'UNAUTHORIZED');
    const tooLarge = await openWire(server);
    const large = { ...expecting, 'Content-Length': '6000000' };
    tooLarge.send(`${head('POST', types, { ...authorized(), ...large })}\r\n`);
    expectRefusal((await tooLarge.answers(1))[0], 413, 'PAYLOAD_TOO_LARGE');
  });

  it('may send an unknown expectation', async () => {
    const headers = { ...authorized(), Expect: 'a-miracle', Connection: 'close' };
    expect((await exchange(server, `${head('GET', types, headers)}\r\n`))[0]?.status).toBe(200);
  });

  it('that requests WebSocket elsewhere continues as HTTP', async () => {
    const upgrade = {
      ...authorized(),
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const wire = await openWire(server);
    wire.send(`${head('GET', types, upgrade)}\r\n`);
    expect((await wire.answers(1))[0]?.status).toBe(200);
    wire.send(`${head('GET', '/v1/realtime')}\r\n`);
    const refused = (await wire.answers(2))[1];
    expectRefusal(refused, 426, 'UPGRADE_REQUIRED');
    expect(refused?.headers).toMatchObject({ upgrade: 'websocket', connection: 'Upgrade' });
  });

  it('may use HTTP/1.0, without Host', async () => {
    const answers = await exchange(server, 'GET /health HTTP/1.0\r\n\r\n');
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  it('requires exactly one Host in HTTP/1.1', async () => {
    const none = 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n';
    expectRefusal((await exchange(server, none))[0], 400, 'VALIDATION_ERROR');
    const two = `${head('GET', '/health', { Connection: 'close' })}host: other\r\n\r\n`;
    expectRefusal((await exchange(server, two))[0], 400, 'VALIDATION_ERROR');
  });

  it('cannot be used as a proxy', async () => {
    const answers = await exchange(
      server,
      'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil\r\n\r\n',
    );
    expectRefusal(answers[0], 405, 'METHOD_NOT_ALLOWED');
    const absolute = head('GET', `http://evil.example${types}`, {
      ...authorized(),
      Connection: 'close',
    });
    expect((await exchange(server, `${absolute}\r\n`))[0]?.status).toBe(200);
  });

  it('may end in the middle of an upload', async () => {
    const wire = await openWire(server);
    wire.send(
      `${head('POST', types, { ...authorized(), ...asJson, 'Content-Length': '5000' })}\r\n{"name":`,
    );
    wire.socket.destroy();
    expect((await api.get(types)).status).toBe(200);
  });
});

it('a request that cannot even be begun loses its connection, and ends nothing else', async () => {
  const req = new IncomingMessage(new Socket());
  const res = new UsualAnswer(req);
  Object.defineProperty(req, 'url', {
    get: () => {
      throw new Error('broken');
    },
  });
  server.app.server.emit('request', req, res);
  expect(res.destroyed).toBe(true);
  expect((await api.get(types)).status).toBe(200);
});
