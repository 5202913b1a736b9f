import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/api.ts';
import { fileForm } from '../support/seed-files.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';

const server = useServer();
const api = useTenant(server);
const other = useTenant(server);
let ada: SignedUp;
/** By filename. */
const files: Record<string, Record<string, unknown> & { id: string }> = {};
let things: string;
let thing: string;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(
  content: string | Buffer,
  filename: string,
  fields = {},
  client: Client = api,
) {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  const body = fileForm(bytes, filename, fields);
  const answer = await client.send('POST', '/v1/files/upload', { body });
  files[filename] = answer.body.data;
}

beforeAll(async () => {
  ada = await signUp(api);
  things = (await api.post('/v1/object-types', { name: 'things' })).body.data.id;
  thing = (await api.post('/v1/objects/things', {})).body.data.id;
  await upload('0', 'Notes.TXT');
  await upload(png, 'harbour.png', { folder: 'photos', access: 'public' });
  await upload(png, 'Sea_1%.png', { folder: 'photos/2026' });
  await upload('%PDF-1.7 '.padEnd(400, 'x'), 'paper.pdf', { folder: 'photos2' });
  await upload('{"a": 1}', 'data.json', { object_type_id: 'things', object_id: thing });
  await upload(
    'abc',
    'by-ada.md',
    { folder: 'photos/2026/may', access: 'authenticated' },
    ada.client,
  );
  await upload('gone', 'gone.txt');
  await api.delete(`/v1/files/${files['gone.txt']?.id}`);
  await api.post('/v1/files/upload-url', {
    filename: 'slot.zip',
    mime_type: 'application/zip',
    size_bytes: 1000,
  });
  await server.db.query(
    `with tags as (
       insert into app.file_tags (tenant_id, id, name) select $1, t, t from unnest('{ftag_1,ftag_2}'::text[]) t),
     taggings as (
       insert into app.file_taggings (tenant_id, file_id, tag_id)
       values ($1, $2, 'ftag_1'), ($1, $2, 'ftag_2'), ($1, $3, 'ftag_1')),
     collection as (insert into app.file_collections (tenant_id, id, name) values ($1, 'fcol_1', 'c'))
     insert into app.file_collection_items (tenant_id, collection_id, file_id, sort_order)
     values ($1, 'fcol_1', $3, 1)`,
    [api.tenant.id, files['harbour.png']?.id, files['paper.pdf']?.id],
  );
});

const search = async (body: object, client: Client = api) =>
  (await client.post('/v1/files/search', body)).body.data;
const names = async (body: object, client?: Client): Promise<string[]> =>
  (await search(body, client)).results.map(({ filename }: { filename: string }) => filename);

const all = [
  ...['slot.zip', 'by-ada.md', 'data.json', 'paper.pdf'],
  ...['Sea_1%.png', 'harbour.png', 'Notes.TXT'],
];

describe('a search for files', () => {
  it.each<[string, () => object, string[]]>([
    ['nothing: everything but the trash, newest first', () => ({}), all],
    ['a media type', () => ({ mime_type: 'IMAGE/png' }), ['Sea_1%.png', 'harbour.png']],
    ['images', () => ({ mime_category: 'image' }), ['Sea_1%.png', 'harbour.png']],
    ['documents', () => ({ mime_category: 'document' }), ['paper.pdf']],
    ['archives', () => ({ mime_category: 'archive' }), ['slot.zip']],
    ['text', () => ({ mime_category: 'text' }), ['by-ada.md', 'data.json', 'Notes.TXT']],
    ['an access', () => ({ access: 'public' }), ['harbour.png']],
    ['a status', () => ({ status: 'pending' }), ['slot.zip']],
    ['a folder', () => ({ folder: 'photos' }), ['harbour.png']],
    ['no folder', () => ({ folder: '' }), ['slot.zip', 'data.json', 'Notes.TXT']],
    [
      'what is below a folder, without the folder itself',
      () => ({ folder: 'photos/*' }),
      ['by-ada.md', 'Sea_1%.png'],
    ],
    ['any folder', () => ({ folder: '/*' }), all],
    ['a part of a name', () => ({ filename: 'nOtEs' }), ['Notes.TXT']],
    ['a part, never as a pattern', () => ({ filename: '_1%' }), ['Sea_1%.png']],
    ['a type by name', () => ({ object_type_id: 'things' }), ['data.json']],
    ['an object', () => ({ object_type_id: things, object_id: thing }), ['data.json']],
    ['an object alone', () => ({ object_id: thing }), ['data.json']],
    ['another tenant’s object', () => ({ object_id: 'obj_0' }), []],
    [
      'after',
      () => ({ created_after: files['paper.pdf']?.created_at }),
      ['slot.zip', 'by-ada.md', 'data.json'],
    ],
    ['before', () => ({ created_before: files['harbour.png']?.created_at }), ['Notes.TXT']],
    ['a tag', () => ({ tag_ids: ['ftag_1'] }), ['paper.pdf', 'harbour.png']],
    ['two tags', () => ({ tag_ids: ['ftag_1', 'ftag_2'] }), ['harbour.png']],
    ['an unknown tag', () => ({ tag_ids: ['ftag_1', 'ftag_3'] }), []],
    ['a collection', () => ({ collection_id: 'fcol_1' }), ['paper.pdf']],
    ['a user', () => ({ uploaded_by: ada.user.id }), ['by-ada.md']],
    ['sizes', () => ({ min_size: 3, max_size: 8 }), ['by-ada.md', 'data.json']],
    [
      'all together',
      () => ({ mime_category: 'image', folder: 'photos/*', filename: 'SEA', min_size: 9 }),
      ['Sea_1%.png'],
    ],
  ])('finds by %s', async (_, body, expected) => {
    const found = await search(body());
    expect(found.results.map(({ filename }: { filename: string }) => filename)).toEqual(expected);
    expect(found).toMatchObject({
      total: expected.length,
      total_relation: 'eq',
      next_cursor: null,
    });
    expect((await search({ ...body(), object_type_id: undefined }, other)).total).toBe(0);
  });

  it('answers records as GET does', async () => {
    const file = files['data.json'];
    const { results } = await search({ object_id: thing });
    expect(results).toEqual([(await api.get(`/v1/files/${file?.id}`)).body.data]);
  });

  it.each(['created_at', 'updated_at', 'filename', 'size_bytes', 'mime_type'])(
    'sorted by %s is read page by page, in both directions',
    async (sort) => {
      const read = async (sort_dir: string) => {
        const found: Record<string, unknown>[] = [];
        let cursor = null;
        do {
          const page = await search({ sort, sort_dir, limit: 3, cursor });
          expect(page.total).toBe(7);
          found.push(...page.results);
          cursor = page.next_cursor;
        } while (cursor);
        return found;
      };
      const up = await read('asc');
      // The order of texts is the database's to say.
      const { rows } = await server.db.query(
        `select id from app.files where tenant_id = $1 and not is_deleted order by ${sort}, id`,
        [api.tenant.id],
      );
      expect(up.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      expect(new Set(up.map(({ id }) => id)).size).toBe(7);
      expect(await read('desc')).toEqual(up.toReversed());
    },
  );

  it('accepts its cursor only for the same query', async () => {
    const { next_cursor: cursor } = await search({ limit: 1, mime_category: 'image' });
    for (const [body, client] of [
      [{ mime_category: 'text' }, api],
      [{ mime_category: 'image', sort: 'filename' }, api],
      [{ mime_category: 'image' }, other],
    ] as const) {
      const { status, body: answer } = await client.post('/v1/files/search', { ...body, cursor });
      expect([status, answer.error.code]).toEqual([400, 'INVALID_CURSOR']);
    }
    expect(await names({ limit: 1, mime_category: 'image', cursor })).toEqual(['harbour.png']);
  });

  it.each([
    { mime_category: 'pictures' },
    { status: 'trash' },
    { folder: '../*' },
    { folder: 'a//b' },
    { created_after: 'yesterday' },
    { limit: 201 },
    { limit: 0 },
    { sort: 'folder' },
    { sort_dir: 'up' },
    { tag_ids: 'ftag_1' },
    { min_size: -1 },
    { min_size: 1.5 },
    { cursor: 'x' },
    { filename: '' },
  ])('refuses %j', async (body) => {
    expect((await api.post('/v1/files/search', body)).status).toBe(400);
  });

  it.each(["') or true --", '\\', '$1', '%s', "'"])('treats %j as text', async (text) => {
    for (const body of [{ filename: text }, { tag_ids: [text] }, { uploaded_by: text }])
      expect(await search(body)).toMatchObject({ total: 0, results: [] });
  });

  it('by an unknown object type names the type', async () => {
    const { status, body } = await other.post('/v1/files/search', { object_type_id: things });
    expect([status, body.error.details]).toEqual([404, { resource: 'object_type' }]);
  });
});

describe('folders', () => {
  it('are listed by name, with the files directly in each', async () => {
    const { body, headers } = await api.get('/v1/files/folders');
    const row = (folder: string, file_count: number, total_bytes: number) => ({
      folder,
      file_count,
      total_bytes,
      last_modified: expect.any(String),
    });
    expect(body.data).toEqual([
      row('', 3, 1009),
      row('photos', 1, png.length),
      row('photos/2026', 1, png.length),
      row('photos/2026/may', 1, 3),
      row('photos2', 1, 400),
    ]);
    expect(headers.get('x-total-count')).toBe('5');
    const page = await api.get('/v1/files/folders?limit=2&offset=3');
    expect(page.body.data).toEqual(body.data.slice(3));
    expect(page.headers.get('x-total-count')).toBe('5');
    expect((await other.get('/v1/files/folders')).body.data).toEqual([]);
    expect((await api.get('/v1/files/folders?limit=101')).status).toBe(400);
  });
});

describe('file statistics', () => {
  it('count what exists, by kind, with trash, slots and the quota', async () => {
    await server.db.query('update app.tenants set limits = $2 where tenant_id = $1', [
      api.tenant.id,
      { storage_bytes: 10_000 },
    ]);
    const texts = 1 + 8 + 3;
    const images = 2 * png.length;
    const uploaded = texts + images + 400 + 4;
    const used = uploaded + 1000;
    expect((await api.get('/v1/files/stats')).body.data).toEqual({
      files: 6,
      bytes: uploaded - 4,
      by_mime_category: [
        { category: 'document', files: 1, bytes: 400 },
        { category: 'image', files: 2, bytes: images },
        { category: 'text', files: 3, bytes: texts },
      ],
      trash: { files: 1, bytes: 4 },
      pending: 1,
      quota_bytes: 10_000,
      used_bytes: used,
      used_percent: used / 100,
    });
    expect((await other.get('/v1/files/stats')).body.data).toMatchObject({
      files: 0,
      by_mime_category: [],
      used_bytes: 0,
      quota_bytes: null,
      used_percent: null,
    });
  });

  it('know every kind of media type', async () => {
    const kinds = {
      image: ['image/svg+xml', 'image/webp'],
      video: ['video/mp4'],
      audio: ['audio/ogg'],
      text: ['text/html', 'application/json', 'application/ld+json', 'application/atom+xml'],
      document: [
        'application/pdf',
        'application/msword',
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'application/vnd.oasis.opendocument.text',
        'application/vnd.ms-excel.sheet.macroenabled.12',
        'application/epub+zip',
      ],
      archive: [
        ...['application/zip', 'application/gzip', 'application/x-7z-compressed'],
        ...['application/x-rar-compressed', 'application/x-tar', 'application/x-bzip2'],
      ],
      other: ['application/octet-stream', 'font/woff2', 'application/wasm', 'model/gltf+json'],
    };
    for (const [kind, types] of Object.entries(kinds))
      for (const type of types) {
        const { rows } = await server.db.query('select app.mime_category($1) as kind', [type]);
        expect([type, rows[0].kind]).toEqual([type, kind]);
      }
  });
});
