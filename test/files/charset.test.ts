import { describe, expect, it } from 'vitest';
import { fileForm } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

/** Each can be read in its charset, and not as UTF-8. */
const texts: [charset: string, bytes: Buffer<ArrayBuffer>][] = [
  ['iso-8859-1', Buffer.from('caf\u00e9', 'latin1')],
  ['windows-1252', Buffer.from([0x80, 0x20, 0x31])],
  ['utf-16le', Buffer.from('caf\u00e9', 'utf16le')],
  ['shift_jis', Buffer.from([0x83, 0x65, 0x83, 0x58])],
];

const made = async (answer: Promise<{ status: number; body: { data?: unknown } }>) => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  // biome-ignore lint/suspicious/noExplicitAny: any record
  return body.data as any;
};

/** Every way in, with a type as its sender says it. @returns the record */
const ways: Record<string, (type: string, bytes: Buffer<ArrayBuffer>) => Promise<{ id: string }>> =
  {
    form: (type, bytes) => made(api.send('POST', '/v1/files/upload', formOf(type, bytes))),
    slot: async (mime_type, bytes) => {
      const size_bytes = bytes.length;
      const slot = await made(
        api.post('/v1/files/upload-url', { filename: 'a.txt', mime_type, size_bytes }),
      );
      const { url } = { url: slot.upload_endpoint as string };
      const headers = { 'content-type': mime_type };
      const put = await fetch(new URL(url, server.url), { method: 'PUT', headers, body: bytes });
      expect(put.status).toBe(200);
      return made(api.post(`/v1/files/${slot.file_id}/upload-complete`));
    },
    tus: async (type, bytes) => {
      const of = (text: string) => Buffer.from(text).toString('base64');
      const begun = await made(
        api.send('POST', '/v1/files/resumable', {
          body: bytes,
          headers: {
            'content-type': 'application/offset+octet-stream',
            'upload-length': String(bytes.length),
            'upload-metadata': `filename ${of('a.txt')},filetype ${of(type)}`,
          },
        }),
      );
      return made(api.get(`/v1/files/${begun.file_id}`));
    },
    version: async (type, bytes) => {
      const file = await made(
        api.send('POST', '/v1/files/upload', { body: fileForm('first', 'a.txt') }),
      );
      const headers = { 'content-type': type };
      return made(api.send('POST', `/v1/files/${file.id}/upload-put`, { headers, body: bytes }));
    },
  };

/** As a form that says the type of its file with every parameter, which FormData would leave to Blob. */
function formOf(type: string, bytes: Buffer): RequestInit {
  const head = `--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}

const served = async ({ id }: { id: string }) => {
  const headers = { authorization: `Bearer ${api.token}` };
  const answer = await fetch(`${server.url}/v1/files/${id}/content`, { headers });
  return {
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

describe.each(Object.keys(ways))('a text that comes by %s', (way) => {
  const send = ways[way] as (typeof ways)[string];

  it.each(texts)('in %s keeps that charset', async (charset, bytes) => {
    const type = `text/plain; charset=${charset}`;
    const file = await send(`text/plain;charset="${charset.toUpperCase()}"`, bytes);
    expect(file).toMatchObject({ status: 'ready', mime_type: type });
    expect(await served(file)).toEqual({ type, bytes });
  });

  it('without one, or with UTF-8, is UTF-8', async () => {
    for (const type of ['text/plain', 'text/plain; charset=UTF-8', 'text/plain; charset=klingon']) {
      const bytes = Buffer.from('caf\u00e9');
      const file = await send(type, bytes);
      expect(file).toMatchObject({ mime_type: 'text/plain' });
      expect(await served(file)).toEqual({ type: 'text/plain; charset=utf-8', bytes });
    }
  });
});

it('a page is offered to be saved in any charset, and a script goes out as plain text', async () => {
  for (const [type, sent] of [
    ['text/html; charset=iso-8859-1', 'text/html; charset=iso-8859-1'],
    ['text/javascript; charset=iso-8859-1', 'text/plain; charset=iso-8859-1'],
  ] as const) {
    const file = await ways.version?.(
      type,
      Buffer.from('<script>alert("caf\u00e9")</script>', 'latin1'),
    );
    const headers = { authorization: `Bearer ${api.token}` };
    const answer = await fetch(`${server.url}/v1/files/${file?.id}/content`, { headers });
    expect(answer.headers.get('content-type')).toBe(sent);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  }
});

it('a type with a charset that its bytes cannot be read in is refused, where it binds', async () => {
  const bytes = Buffer.from([0x83]);
  const slot = await made(
    api.post('/v1/files/upload-url', {
      filename: 'a',
      mime_type: 'text/plain; charset=euc-jp',
      size_bytes: 2,
    }),
  );
  const body = Buffer.concat([bytes, Buffer.from([0xff])]);
  const put = await fetch(new URL(slot.upload_endpoint, server.url), { method: 'PUT', body });
  expect(put.status).toBe(400);
});
