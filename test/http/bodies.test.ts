import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';
import { exchange, head, openWire } from '../support/wire.ts';

const server = useServer();
const api = useTenant(server);
beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'things' });
});

const things = '/v1/objects/things';
const json = 'application/json';
const authorized = () => ({ Authorization: `Bearer ${api.token}` });

/** Sends a body as it is. @returns `[status, code]`, or `[status, properties]` of what was created */
async function send(
  body: string | Uint8Array<ArrayBuffer> | undefined,
  headers: Record<string, string> = {},
) {
  const init = {
    headers: { 'content-type': json, ...headers },
    ...(body === undefined ? {} : { body }),
  };
  const answer = await api.send('POST', things, init);
  return [answer.status, answer.body.error?.code ?? answer.body.data.properties];
}

describe('a request body', () => {
  it.each([
    ['that is cut off', '{"properties":{"a":1}'],
    ['with a comma too many', '{"properties":{},}'],
    ['in single quotes', "{'properties':{}}"],
    ['with a comment', '{/* hello */}'],
    ['of a form', 'properties[a]=1'],
    ['of XML', '<properties/>'],
    ['of two documents', '{}{}'],
    ['with NaN', '{"properties":{"a":NaN}}'],
    ['with Infinity', '{"properties":{"a":-Infinity}}'],
    ['with a number that breaks off', '{"properties":{"a":0.}}'],
    ['with a raw NUL', '{"properties":{"a":"\0"}}'],
    ['with a raw line feed', '{"properties":{"a":"\n"}}'],
    ['of a BOM alone', '\ufeff'],
    ['of spaces', '   '],
  ])('%s is refused as invalid JSON', async (_, body) => {
    expect(await send(body)).toEqual([400, 'INVALID_JSON']);
  });

  it.each(['null', '[]', '"x"', '1', 'true', '[{"properties":{}}]'])(
    '%s is valid JSON, but refused as not an object',
    async (body) => {
      const init = { headers: { 'content-type': json }, body };
      const answer = await api.send('POST', things, init);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: 'body: must be an object',
        details: [{ path: 'body', code: 'invalid_type' }],
      });
    },
  );

  it.each([
    [json],
    ['Application/JSON'],
    ['application/json; charset=utf-8'],
    ['application/json;charset="UTF-8"'],
    ['application/json; charset=utf8'],
    ['application/merge-patch+json'],
    ['application/vnd.api+json; profile=x'],
  ])('of type %s is accepted', async (type) => {
    expect(await send('{"properties":{"é":"ü💩"}}', { 'content-type': type })).toEqual([
      201,
      { é: 'ü💩' },
    ]);
  });

  it.each([
    ['text/plain'],
    ['text/json'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonp'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=latin1'],
    ['application/json, text/plain'],
    [''],
    ['json'],
  ])('of type "%s" is refused', async (type) => {
    expect(await send('{}', { 'content-type': type })).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('in other letters is asked for in UTF-8', async () => {
    const headers = { 'content-type': 'application/json; charset=latin1' };
    const { body } = await api.send('POST', things, { headers, body: '{}' });
    expect(body.error.message).toContain('UTF-8');
  });

  it('without a type is refused', async () => {
    const bare = head('POST', things, {
      ...authorized(),
      'Content-Length': '2',
      Connection: 'close',
    });
    expect((await exchange(server, `${bare}\r\n{}`))[0]?.status).toBe(415);
  });

  it('may begin with a BOM', async () => {
    expect(await send('\ufeff{"properties":{"a":1}}')).toEqual([201, { a: 1 }]);
  });

  it.each([
    ['a broken sequence', [0xc3, 0x28]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['Latin-1', [0xe9]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
  ])('in UTF-8 with %s is refused', async (_, bytes) => {
    const body = Buffer.concat([
      Buffer.from('{"properties":{"a":"'),
      Buffer.from(bytes),
      Buffer.from('"}}'),
    ]);
    expect(await send(body)).toEqual([400, 'INVALID_JSON']);
  });

  it('may be omitted where all fields are optional', async () => {
    expect(await send(undefined)).toEqual([201, {}]);
    for (const length of [undefined, { 'Content-Length': '0' }]) {
      const bare = head('POST', things, { ...authorized(), ...length, Connection: 'close' });
      expect((await exchange(server, `${bare}\r\n`))[0]?.status).toBe(201);
    }
    const chunked = head('POST', things, {
      ...authorized(),
      'Content-Type': json,
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
    });
    expect((await exchange(server, `${chunked}\r\n0\r\n\r\n`))[0]?.status).toBe(201);
  });

  it('may be chunked, with extensions and trailers', async () => {
    const chunked = head('POST', things, {
      ...authorized(),
      'Content-Type': json,
      'Transfer-Encoding': 'chunked',
      Connection: 'close',
    });
    const body =
      '3;name=value\r\n{"p\r\n14\r\nroperties":{"a":"b"}\r\n1\r\n}\r\n0\r\nX-Trailer: 1\r\n\r\n';
    const [answer] = await exchange(server, `${chunked}\r\n${body}`);
    expect(JSON.parse(answer?.body ?? '').data.properties).toEqual({ a: 'b' });
  });

  it('may come in chunks, long after its headers', async () => {
    const wire = await openWire(server);
    const chunked = head('POST', things, {
      ...authorized(),
      'Content-Type': json,
      'Transfer-Encoding': 'chunked',
      Expect: '100-continue',
    });
    wire.send(`${chunked}\r\n`);
    expect((await wire.answers(1))[0]?.status).toBe(100);
    wire.send('14\r\n{"properties":{"a":1\r\n');
    wire.send('2\r\n}}\r\n0\r\n\r\n');
    expect((await wire.answers(2))[1]?.status).toBe(201);
    wire.socket.destroy();
  });

  it('that is not expected is refused, or ignored where nothing is read', async () => {
    const body = '{"limit":0,"name":';
    for (const [method, path, status] of [
      ['GET', things, 405],
      ['GET', `${things}/list`, 415],
      ['GET', '/health', 200],
      ['DELETE', `${things}/none`, 415],
    ] as const) {
      const headers = { ...authorized(), 'Content-Length': `${body.length}` };
      const wire = await openWire(server);
      wire.send(`${head(method, path, headers)}\r\n${body}`);
      expect((await wire.answers(1))[0]?.status, `${method} ${path}`).toBe(status);
      // The connection goes on behind it.
      wire.send(`${head('GET', '/health', { Connection: 'close' })}\r\n`);
      expect((await wire.ended()).map((answer) => answer.status)).toEqual([status, 200]);
    }
  });

  it('cannot override the path', async () => {
    const { body } = await api.post('/v1/object-types', { name: 'others' });
    const sent = { properties: { a: 1 }, object_type_id: body.data.id, id: 'obj_mine', version: 9 };
    const { status, body: answer } = await api.post(things, sent);
    expect([status, answer.error.details.length]).toEqual([400, 3]);
  });
});

describe('a compressed request body', () => {
  const text = '{"properties":{"packed":true}}';

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('with %s is decompressed', async (encoding, pack) => {
    const headers = { 'content-encoding': encoding };
    expect(await send(pack(text), headers)).toEqual([201, { packed: true }]);
    expect(await send(text, headers)).toEqual([400, 'INVALID_JSON']);
    expect(await send(pack(text).subarray(0, 12), headers)).toEqual([400, 'INVALID_JSON']);
  });

  it.each(['compress', 'gzip, gzip', 'x'])('with %s is refused', async (encoding) => {
    expect(await send(gzipSync(text), { 'content-encoding': encoding })).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('that %s inflates too far is refused', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(64 * 1024 * 1024, ' '));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await send(bomb, { 'content-encoding': encoding })).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('a request body of more than 5 MB', () => {
  const limit = 5 * 1024 * 1024;
  const sized = (bytes: number) => {
    const frame = '{"properties":{"a":""}}';
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };

  it('is refused, exact to the byte', async () => {
    expect((await send(sized(limit)))[0]).toBe(201);
    expect(await send(sized(limit + 1))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await send(sized(3 * limit))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('is refused in chunks, and the connection ends behind it', async () => {
    const wire = await openWire(server);
    const headers = { ...authorized(), 'Content-Type': json, 'Transfer-Encoding': 'chunked' };
    wire.send(`${head('POST', things, headers)}\r\n`);
    const piece = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    for (let i = 0; i < 6; i++) wire.send(piece);
    wire.send('0\r\n\r\n');
    const [answer, ...others] = await wire.ended();
    expect([answer?.status, answer?.headers.connection, others]).toEqual([413, 'close', []]);
  });

  it('is refused before it is sent, whatever length it declares', async () => {
    for (const length of ['5242881', '999999999999999']) {
      const wire = await openWire(server);
      const headers = { ...authorized(), 'Content-Type': json, 'Content-Length': length };
      wire.send(`${head('POST', things, headers)}\r\n{`);
      const [answer] = await wire.answers(1);
      expect([answer?.status, JSON.parse(answer?.body ?? '').error.code]).toEqual([
        413,
        'PAYLOAD_TOO_LARGE',
      ]);
    }
  });

  it('is refused for a batch of large objects', async () => {
    const objects = Array.from({ length: 100 }, () => ({ properties: { a: 'x'.repeat(60_000) } }));
    const answer = await api.post(`${things}/batch/create`, { objects });
    expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('costs an unauthenticated client its upload, and nothing more', async () => {
    const { status } = await api.as(undefined).send('POST', things, { body: sized(limit * 2) });
    expect(status).toBe(401);
  });
});
