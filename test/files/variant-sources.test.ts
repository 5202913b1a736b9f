import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animation, bomb, download, look, photo, plain } from '../support/pictures.ts';
import { useServer, useTenant } from '../support/use-server.ts';
import { upload } from './support.ts';

const server = useServer();
const api = useTenant(server);

const thumbOf = ({ id }: { id: string }) => `/v1/files/${id}/variants/thumb`;

/** The fault that a variant of a file is refused with. */
async function faultOf(file: { id: string }): Promise<[status: number, code: string]> {
  const { status, body } = await api.get(thumbOf(file));
  return [status, body.error?.details?.[0]?.code];
}

/** By how many MB the process grows meanwhile, the server and this test in one. */
async function growth(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  await work();
  return (process.memoryUsage.rss() - before) / 1024 ** 2;
}

const head = (text: string, rest = 200) =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(rest)]);
const svg =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';

describe('a source that is not a supported image', () => {
  const files: [filename: string, content: () => Buffer | Promise<Buffer>][] = [
    ['a.svg', () => Buffer.from(svg)],
    ['a.pdf', () => head('%PDF-1.4\n')],
    ['a.psd', () => head('8BPS\0\x01')],
    ['a.heic', () => head('\0\0\0\x18ftypheic\0\0\0\0heicmif1')],
    ['a.tiff', () => plain(9, 9).tiff().toBuffer()],
    [
      'a.mvg',
      () => Buffer.from("push graphic-context\nimage over 0,0 0,0 'https://example.com'\n"),
    ],
    ['a.txt', () => Buffer.from('text')],
  ];
  it.each(files)(
    '%s is refused by its type, and by its bytes if the type is wrong',
    async (filename, content) => {
      const file = await upload(api, await content(), filename);
      expect(await faultOf(file)).toEqual([400, 'no_image']);
      await server.db.query(`update app.files set mime_type = 'image/png' where id = $1`, [
        file.id,
      ]);
      expect(await faultOf(file)).toEqual([400, 'broken_image']);
    },
  );

  it('is refused when it only begins like an image, or ends too early', async () => {
    for (const content of [
      Buffer.from('GIF89a<script>alert(1)</script>'),
      photo().subarray(0, 90_000),
    ])
      expect(await faultOf(await upload(api, content, 'a.jpg'))).toEqual([400, 'broken_image']);
  });
});

describe('an image source that is too large', () => {
  it('is refused before it is decoded: 256 megapixels in 31 kB', async () => {
    const bytes = bomb(16_000);
    expect(bytes.length).toBeLessThan(40_000);
    const grown = await growth(async () => {
      const file = await upload(api, bytes, 'bomb.png');
      expect(file).toMatchObject({ width: 16_000, height: 16_000 });
      expect(await faultOf(file)).toEqual([400, 'image_too_large']);
      // The size of some stands too late in them to be known.
      await server.db.query('update app.files set width = null, height = null where id = $1', [
        file.id,
      ]);
      expect(await faultOf(file)).toEqual([400, 'image_too_large']);
      await server.db.query('update app.files set size_bytes = 52428801 where id = $1', [file.id]);
      expect(await faultOf(file)).toEqual([400, 'image_too_large']);
    });
    expect(grown).toBeLessThan(100);
  });

  it('in frames uses only the first one', async () => {
    const frames = animation(10_000);
    expect((await sharp(frames).metadata()).pages).toBe(10_000);
    const webp = await sharp(animation(20), { animated: true }).webp().toBuffer();
    const grown = await growth(async () => {
      for (const [content, type] of [
        [frames, 'webp'],
        [webp, 'webp'],
      ] as const) {
        const answer = await download(api, thumbOf(await upload(api, content, 'a.gif')));
        expect(await look(answer)).toBe(`image/${type} 16x16`);
        expect((await sharp(answer.bytes).metadata()).pages).toBeUndefined();
      }
    });
    expect(grown).toBeLessThan(100);
  });

  it('for a format is refused with an alternative', async () => {
    const file = await upload(api, await plain(17_000, 2).png().toBuffer(), 'long.png');
    const { status, body } = await api.get(`/v1/files/${file.id}/variants/original?format=webp`);
    expect([status, body.error.message]).toEqual([
      400,
      'format: cannot hold that many pixels: ask for a size',
    ]);
  });
});

describe('metadata of an image source', () => {
  it('is removed: location, author and profile, with the image upright', async () => {
    const left = await plain(40, 60, '#ff0000').png().toBuffer();
    const bytes = await plain(80, 60, '#0000ff')
      .composite([{ input: left, left: 0, top: 0 }])
      .withIccProfile('p3')
      .withExif({
        IFD0: { Copyright: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.anything(),
    });
    const file = await upload(api, bytes, 'upright.jpg');
    expect(file).toMatchObject({ width: 60, height: 80 });
    for (const variant of ['original', 'custom?w=30&format=webp', 'original?format=avif']) {
      const answer = await download(api, `/v1/files/${file.id}/variants/${variant}`);
      const { exif, xmp, icc, orientation, width, height, space } = await sharp(
        answer.bytes,
      ).metadata();
      expect([variant, exif, xmp, icc, orientation, space]).toEqual([
        variant,
        undefined,
        undefined,
        undefined,
        undefined,
        'srgb',
      ]);
      expect(width / height).toBe(60 / 80);
      const [red = 0, , blue = 0] = await sharp(answer.bytes)
        .extract({ left: 10, top: 5, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect([variant, red > 200, blue < 60]).toEqual([variant, true, true]);
      expect(answer.bytes.includes('Somebody')).toBe(false);
    }
  });

  it('is also removed when it follows the image data', async () => {
    const file = await upload(
      api,
      Buffer.concat([photo(), Buffer.from('<script>x</script>')]),
      'a.jpg',
    );
    const { status, bytes } = await download(api, `/v1/files/${file.id}/variants/original`);
    expect([status, bytes.includes('<script>')]).toEqual([200, false]);
  });
});

describe('the storage of image variants', () => {
  it('does not count towards the quota, and a lost source is reported', async () => {
    const usage = async () =>
      (
        await server.db.query('select bytes from app.storage_usage where tenant_id = $1', [
          api.tenant.id,
        ])
      ).rows;
    const file = await upload(api, await plain(99, 99).png().toBuffer(), 'q.png');
    const before = await usage();
    expect((await download(api, thumbOf(file))).status).toBe(200);
    expect(await usage()).toEqual(before);
    const path = join(server.config.dataDir, 'files', file.storage_key);
    expect((await readFile(path)).length).toBe(file.size_bytes);
    await rm(path);
    const { status, body } = await api.get(`/v1/files/${file.id}/variants/custom?w=5`);
    expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
  });
});
