import { randomBytes } from 'node:crypto';
import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { earlier } from '../support/earlier.ts';
import { download, look, photo, plain } from '../support/pictures.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { upload } from './support.ts';

const server = useOwnDatabase({ LOG_LEVEL: 'debug' });
const api = useTenant(server);
/** Of 1024 × 819. */
let boats: { id: string; storage_key: string };

beforeAll(async () => {
  boats = await upload(api, photo(), 'boats.jpg');
});

const at = (file: { id: string }, variant: string) => `/v1/files/${file.id}/variants/${variant}`;

/** The images that the server has made of a file. */
const madeOf = (file: { id: string }): string[] =>
  server.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg, file_id }) => msg === 'image made' && file_id === file.id)
    .map(({ variant }) => variant);

/** The keys in the storage beside the bytes of a file. */
const keptOf = async (file: { storage_key: string }): Promise<string[]> =>
  readdir(join(server.config.dataDir, 'files', `${file.storage_key}.v`)).catch(() => []);

describe('an image variant', () => {
  it.each([
    ['thumb', 'image/jpeg 200x200'],
    ['small', 'image/jpeg 480x384'],
    ['small?format=webp', 'image/webp 480x384'],
    ['medium', 'image/jpeg 1024x819'],
    ['large', 'image/jpeg 1024x819'],
    ['original?format=webp&q=40', 'image/webp 1024x819'],
    ['thumb?w=64', 'image/jpeg 64x51'],
    ['custom?w=300&h=300&format=avif', 'image/avif 300x300'],
    ['custom?w=300&h=300&fit=contain&format=png', 'image/png 300x300'],
    ['custom?w=300&h=300&fit=contain', 'image/jpeg 300x300'],
    ['custom?w=300&h=100&fit=fill', 'image/jpeg 300x100'],
    ['custom?w=300&h=300&fit=inside', 'image/jpeg 300x240'],
    ['custom?w=300&h=300&fit=outside', 'image/jpeg 375x300'],
    ['custom?h=100', 'image/jpeg 125x100'],
    ['custom?w=4096&h=4096', 'image/jpeg 1024x819'],
    ['custom?w=4096&h=4096&fit=contain', 'image/jpeg 1024x819'],
    ['custom?w=4096&h=100&fit=fill', 'image/jpeg 1024x100'],
  ])('%s is %s', async (variant, expected) => {
    const answer = await download(api, at(boats, variant));
    expect([answer.status, await look(answer)]).toEqual([200, expected]);
  });

  it('has the format of its file, or webp for a GIF', async () => {
    for (const [format, type] of [
      ['png', 'png'],
      ['webp', 'webp'],
      ['avif', 'avif'],
      ['gif', 'webp'],
    ] as const) {
      const file = await upload(api, await plain(40, 20).toFormat(format).toBuffer(), 'a b.x');
      const answer = await download(api, at(file, 'custom?w=10'));
      expect(await look(answer)).toBe(`image/${type} 10x5`);
      expect(answer.headers.get('content-disposition')).toBe(`inline; filename="a b.${type}"`);
    }
  });

  it('is documented as it behaves', async () => {
    const answer = await api.get(at(boats, 'thumb'));
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
  });

  it('keeps transparency, which is white in JPEG', async () => {
    const clear = sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    });
    const file = await upload(api, await clear.png().toBuffer(), 'clear.png');
    const pixel = async (variant: string) => {
      const { bytes } = await download(api, at(file, variant));
      return [...(await sharp(bytes).raw().toBuffer()).subarray(0, 4)];
    };
    expect((await pixel('custom?w=4'))[3]).toBe(0);
    expect((await pixel('custom?w=4&format=jpeg')).slice(0, 3)).toEqual([255, 255, 255]);
  });
});

describe('a stored image variant', () => {
  it('is made once for 100 simultaneous requests, and not again', async () => {
    const path = at(boats, 'custom?w=333');
    const answers = await Promise.all(Array.from({ length: 100 }, () => download(api, path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.map(({ headers }) => headers.get('x-variant-cache'))).toContain('miss');
    const again = await download(api, path);
    expect(again.headers.get('x-variant-cache')).toBe('hit');
    expect(again.bytes.equals(answers[0]?.bytes as Buffer)).toBe(true);
    expect(madeOf(boats).filter((name) => name === 'inside-333x.jpeg.80')).toHaveLength(1);
    expect((await keptOf(boats)).filter((name) => name.startsWith('inside-333x.'))).toHaveLength(1);
  });

  it('is the same however it is requested', async () => {
    await download(api, at(boats, 'small?format=png&q=90'));
    for (const variant of [
      'small?format=png&q=30',
      'custom?w=480&format=png',
      'thumb?w=480&format=png&fit=fill',
    ]) {
      const { headers } = await download(api, at(boats, variant));
      expect([variant, headers.get('x-variant-cache')]).toEqual([variant, 'hit']);
    }
  });

  it('belongs to the bytes: all files with them share it, but no other tenant', async () => {
    const twin = await upload(api, photo(), 'twin.jpg');
    const variant = 'custom?w=77';
    await download(api, at(boats, variant));
    const { headers } = await download(api, at(twin, variant));
    expect(headers.get('x-variant-cache')).toBe('hit');
    expect(headers.get('content-disposition')).toBe('inline; filename=twin.jpg');
    const other = await createTenant(server);
    const theirs = await upload(other, photo(), 'theirs.jpg');
    const foreign = await download(other, at(theirs, variant));
    expect(foreign.headers.get('x-variant-cache')).toBe('miss');
    expect((await download(other, at(boats, variant))).status).toBe(404);
  });

  it.each<[string, string, (path: string) => Promise<void>]>([
    ['gone', 'red', (path) => rm(path)],
    ['cut short', 'blue', (path) => truncate(path, 9)],
  ])('is made again when its bytes are %s, and found from then on', async (_, color, spoil) => {
    const file = await upload(api, await plain(90, 90, color).png().toBuffer(), 'lost.png');
    const path = at(file, 'custom?w=88');
    const cacheOf = async () => {
      const { status, headers } = await download(api, path);
      return [status, headers.get('x-variant-cache')];
    };
    expect(await cacheOf()).toEqual([200, 'miss']);
    const [name = ''] = await keptOf(file);
    await spoil(join(server.config.dataDir, 'files', `${file.storage_key}.v`, name));
    expect([await cacheOf(), await cacheOf()]).toEqual([
      [200, 'miss'],
      [200, 'hit'],
    ]);
    expect(await keptOf(file)).toHaveLength(1);
  });

  it('is one of at most 64: one more removes the oldest with its bytes', async () => {
    const file = await upload(api, await plain(50, 50).png().toBuffer(), 'many.png');
    for (const width of [10, 11]) await download(api, at(file, `custom?w=${width}`));
    await server.db.query(
      `insert into app.file_variants select tenant_id, storage_key, 'n' || n, 'k' || n, mime_type,
         size_bytes, checksum, width, height, created_at + interval '1 us'
       from app.file_variants, generate_series(1, 63) n
       where tenant_id = $1 and storage_key = $2 and name = 'inside-10x.png'`,
      [api.tenant.id, file.storage_key],
    );
    await server.db.query(
      `update app.file_variants set created_at = ${earlier('created_at', "interval '1 day'")}
       where storage_key = $1 and name = 'inside-11x.png'`,
      [file.storage_key],
    );
    await download(api, at(file, 'custom?w=12'));
    const { rows } = await server.db.query(
      `select count(*)::int, count(*) filter (where name = 'inside-11x.png')::int as oldest
       from app.file_variants where storage_key = $1`,
      [file.storage_key],
    );
    expect(rows).toEqual([{ count: 64, oldest: 0 }]);
    const names = (await keptOf(file)).map((name) => name.split('.')[0]);
    expect(names.toSorted()).toEqual(['inside-12x']);
  });
});

describe('the store of image variants', () => {
  it('is also limited in bytes: the oldest are removed', async () => {
    const file = await upload(api, await plain(60, 60).png().toBuffer(), 'heavy.png');
    for (const width of [10, 11]) await download(api, at(file, `custom?w=${width}`));
    await server.db.query(
      `update app.file_variants set size_bytes = 17000000
       where storage_key = $1 and name = 'inside-11x.png'`,
      [file.storage_key],
    );
    await download(api, at(file, 'custom?w=12'));
    expect((await keptOf(file)).map((name) => name.split('.')[0])).toEqual(['inside-12x']);
  });

  it('skips variants far larger than their source, which are made each time', async () => {
    const side = 2700;
    const noise = sharp(randomBytes(side * side * 3), {
      raw: { width: side, height: side, channels: 3 },
    });
    const file = await upload(api, await noise.jpeg({ quality: 60 }).toBuffer(), 'noise.jpg');
    const path = at(file, 'original?format=png');
    const whole = await download(api, path);
    expect(await look(whole)).toBe(`image/png ${side}x${side}`);
    const part = await download(api, path, { headers: { range: 'bytes=1-3' } });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'PNG']);
    expect(part.headers.get('x-variant-cache')).toBe('miss');
    expect(part.headers.get('etag')).toBe(whole.headers.get('etag'));
    expect(await keptOf(file)).toEqual([]);
  });

  it('has one of each, even when two processes make it at the same time', async () => {
    const second = await server.sibling({ DATA_DIR: server.config.dataDir });
    const file = await upload(api, await plain(70, 70).png().toBuffer(), 'two.png');
    const widths = Array.from({ length: 15 }, (_, index) => index + 10);
    const answers = await Promise.all(
      widths.flatMap((width) =>
        [server, second].map(async ({ url }) => {
          const { status, bytes } = await download({ ...api, url }, at(file, `custom?w=${width}`));
          return [status, (await sharp(bytes).metadata()).width];
        }),
      ),
    );
    expect(answers).toEqual(widths.flatMap((width) => [width, width]).map((width) => [200, width]));
    const { rows } = await server.db.query(
      'select variant_key from app.file_variants where storage_key = $1',
      [file.storage_key],
    );
    const kept = (await keptOf(file)).map((name) => `${file.storage_key}.v/${name}`);
    expect(rows.map(({ variant_key }) => variant_key).toSorted()).toEqual(kept.toSorted());
    await second.close();
  });

  it('skips bytes that are being removed', async () => {
    const file = await upload(api, await plain(80, 80).png().toBuffer(), 'going.png');
    await server.db.query('update app.blobs set is_going = true where storage_key = $1', [
      file.storage_key,
    ]);
    expect((await api.get(at(file, 'thumb'))).status).toBe(404);
    expect(await keptOf(file)).toEqual([]);
  });
});

describe('an image variant over HTTP', () => {
  it('supports conditions, ranges and HEAD, and states how long it may be cached', async () => {
    const file = await upload(api, photo(), 'public.jpg', { access: 'public' });
    const path = `${at(file, 'thumb?format=webp')}&tenant_id=${api.tenant.id}`;
    const anybody = { url: api.url } as TenantClient;
    const { headers, bytes } = await download(anybody, path);
    const etag = headers.get('etag') as string;
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect((await download(anybody, `${path}&v=1`)).headers.get('cache-control')).toContain(
      'immutable',
    );
    const saved = await download(anybody, `${path}&download=1`);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename=public.webp');
    const same = await download(anybody, path, { headers: { 'if-none-match': etag } });
    expect([same.status, same.headers.get('x-variant-cache')]).toEqual([304, 'hit']);
    const part = await download(anybody, path, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'RIFF']);
    const head = await download(anybody, path, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    const hidden = await download(api, at(boats, 'thumb'));
    expect(hidden.headers.get('cache-control')).toBe('private, no-cache');
  });
});
