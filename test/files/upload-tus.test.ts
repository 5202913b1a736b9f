import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchange } from '../support/exchange.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const endpoint = '/v1/files/resumable';
const version = { 'tus-resumable': '1.0.0' };
const bytes = { 'content-type': 'application/offset+octet-stream' };

/** Any method, with nothing checked: HEAD has no answer in the contract, and an error also has headers. */
const ask = async (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) => {
  const all = new Headers({ authorization: `Bearer ${api.token}`, ...version, ...headers });
  const {
    status,
    headers: got,
    body: stream,
  } = await exchange(server.url + path, method, all, body);
  let text = '';
  for await (const part of stream) text += part;
  return { status, headers: got, text };
};

async function begin(size: number, headers: Record<string, string> = {}): Promise<string> {
  const { status, headers: got } = await ask('POST', endpoint, {
    'upload-length': String(size),
    ...headers,
  });
  expect(status).toBe(201);
  return got.get('location') as string;
}

/** A value as tus carries it. */
const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadata = fc
  .uniqueArray(
    fc.tuple(
      fc.stringMatching(/^[a-z][A-Za-z0-9_-]{0,12}$/),
      fc.option(fc.string({ minLength: 1 })),
    ),
    {
      minLength: 1,
      maxLength: 5,
      selector: ([name]) => name,
    },
  )
  // Names that Insula reads have rules of their own.
  .map((pairs) =>
    pairs
      .map(([name, value]) => (value === null ? `x-${name}` : `x-${name} ${base64(value)}`))
      .join(','),
  );

describe('tus 1.0.0', () => {
  it('HEAD answers Upload-Metadata as the client gave it, before and after the last byte', async () => {
    await fc.assert(
      fc.asyncProperty(metadata, async (given) => {
        const path = await begin(5, { 'upload-metadata': given });
        const told = async () => (await ask('HEAD', path)).headers.get('upload-metadata');
        expect(await told()).toBe(given);
        await ask('PATCH', path, { ...bytes, 'upload-offset': '0' }, 'hello');
        expect(await told()).toBe(given);
      }),
      { numRuns: 10 },
    );
    const plain = await ask('HEAD', await begin(5));
    expect([plain.status, plain.headers.has('upload-metadata')]).toEqual([200, false]);
  });

  it.each([
    'Upload-Concat: partial',
    'Upload-Concat: final;/v1/files/resumable/a /v1/files/resumable/b',
    'Upload-Defer-Length: 1',
    'Upload-Checksum: sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=',
  ])('%s is of an extension that is not announced: 400, and nothing is begun', async (line) => {
    const [name = '', value = ''] = line.split(': ');
    const count = async () => (await api.get('/v1/files/stats')).body.data;
    const before = await count();
    const headers = { 'upload-length': '5', [name]: value };
    const refused = await ask('POST', endpoint, headers);
    const { error } = JSON.parse(refused.text);
    expect([refused.status, error.code, error.param]).toEqual([400, 'VALIDATION_ERROR', name]);
    expect(error.message).toContain('Tus-Extension');
    expect(await count()).toEqual(before);
    const options = await ask('OPTIONS', endpoint);
    expect(options.headers.get('tus-extension')).not.toMatch(/concat|defer|checksum/);
  });

  it('every answer names the version, errors too, and OPTIONS minds none', async () => {
    const path = await begin(5);
    const wrong = { 'tus-resumable': '0.2.2' };
    const answers = [
      await ask('POST', endpoint),
      await ask('POST', endpoint, { 'upload-length': '5', authorization: 'Bearer none' }),
      await ask('HEAD', path),
      await ask('HEAD', `${endpoint}/file_none`),
      await ask('PATCH', path, { ...bytes, 'upload-offset': '3' }, 'lo'),
      await ask('PATCH', path, { 'upload-offset': '0' }, 'lo'),
      await ask('PATCH', path, { ...bytes, ...wrong, 'upload-offset': '0' }, 'hello'),
      await ask('DELETE', path, wrong),
      await ask('HEAD', path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      400, 401, 200, 404, 409, 415, 412, 412, 200,
    ]);
    for (const { headers } of answers) expect(headers.get('tus-resumable')).toBe('1.0.0');
    for (const { status, headers } of answers)
      expect(headers.get('tus-version')).toBe(status === 412 ? '1.0.0' : null);
    // A failure has moved nothing, and an error has no offset.
    expect(answers.at(-1)?.headers.get('upload-offset')).toBe('0');
    expect(answers[3]?.headers.has('upload-offset')).toBe(false);
    for (const at of [endpoint, path]) {
      const { status, headers } = await ask('OPTIONS', at, wrong);
      expect([status, headers.get('tus-version')]).toEqual([204, '1.0.0']);
    }
  });

  it('Upload-Expires stands in each answer of an upload that will', async () => {
    const created = await ask('POST', endpoint, { 'upload-length': '5' });
    const path = created.headers.get('location') as string;
    const first = await ask('PATCH', path, { ...bytes, 'upload-offset': '0' }, 'he');
    const last = await ask('PATCH', path, { ...bytes, 'upload-offset': '2' }, 'llo');
    const ends = [created, first, last].map(({ headers }) => headers.get('upload-expires'));
    expect(ends[0]).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(ends).toEqual([ends[0], ends[0], null]);
  });

  it('X-HTTP-Method-Override sets the method, whatever was sent, and only here', async () => {
    const path = await begin(5, { 'x-http-method-override': 'POST' });
    const as = (method: string) => ({ 'x-http-method-override': method });
    const put = await ask('POST', path, { ...as('PATCH'), ...bytes, 'upload-offset': '0' }, 'he');
    expect([put.status, put.headers.get('upload-offset')]).toEqual([204, '2']);
    const looked = await ask('POST', path, as('HEAD'));
    expect([looked.status, looked.headers.get('upload-offset')]).toEqual([200, '2']);
    expect((await ask('GET', path, as('DELETE'))).status).toBe(204);
    expect((await ask('DELETE', path, as('HEAD'))).status).toBe(404);
    expect((await ask('POST', path, as('OPTIONS'))).headers.get('tus-version')).toBe('1.0.0');
    expect((await ask('POST', path, as('TRACE'))).status).toBe(405);
    const { body } = await api.post('/v1/object-types', { name: 'kept' });
    const elsewhere = `/v1/object-types/${body.data.id}`;
    expect((await ask('GET', elsewhere, as('DELETE'))).status).toBe(200);
    expect((await api.get(elsewhere)).status).toBe(200);
  });
});
