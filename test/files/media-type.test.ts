import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { detectType, mediaType } from '../../src/groups/files/media-type.ts';

const script = '<script>alert(1)</script>';
const html = `<!doctype html><html><body>${script}</body></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
const xml = '<?xml version="1.0"?>';
const unknown = 'application/octet-stream';
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The beginning of an MP4 file: the box that says its brand. */
const mp4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
/** A ZIP whose first part does not say what it is for. */
const zip = Buffer.from(
  'PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0a',
  'latin1',
);
const cfb = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

describe('the media type of a file is detected', () => {
  it.each<
    [what: string, bytes: string | Buffer, declared: string | undefined, name: string, type: string]
  >([
    ['a picture', png, 'image/png', 'a.png', 'image/png'],
    ['an image declared as text', png, 'text/plain', 'a.txt', 'image/png'],
    ['a script behind the name of a GIF', `GIF89a${script}`, 'image/png', 'a.png', 'image/gif'],
    ['HTML as an image', html, 'image/png', 'a.png', unknown],
    ['HTML as a video', html, 'video/mp4', 'a.mp4', unknown],
    ['HTML as a font', html, 'font/woff2', 'a.woff2', unknown],
    ['HTML as a document', html, 'application/pdf', 'a.pdf', unknown],
    ['HTML', html, 'text/html', 'a.html', 'text/html'],
    ['HTML in UTF-8', html, 'text/html; charset=UTF-8', 'a', 'text/html'],
    ['SVG', svg, 'image/svg+xml', 'a.svg', 'image/svg+xml'],
    ['SVG with a declaration', xml + svg, 'image/svg+xml', 'a.svg', 'image/svg+xml'],
    ['SVG as a bitmap', xml + svg, 'image/png', 'a.png', 'application/xml'],
    ['CSV', 'a,b\n1,2\n', 'text/csv', 'a.csv', 'text/csv'],
    ['CSV from Windows', 'a,b\n', 'application/vnd.ms-excel', 'a.csv', 'text/csv'],
    ['CSV by its name', 'a,b\n', undefined, 'a.csv', 'text/csv'],
    ['JSON', '{"a":1}', 'application/json', 'a.json', 'application/json'],
    ['invalid JSON', Buffer.from([0xff, 0]), 'application/json', 'a.json', unknown],
    ['text without a type', 'just words', undefined, 'README', 'text/plain'],
    [
      'a text with a cut character',
      Buffer.from('ä').subarray(0, 1),
      'text/plain',
      'a',
      'text/plain',
    ],
    ['JavaScript', 'alert(1)', 'application/javascript', 'a.js', 'text/javascript'],
    ['a ZIP that claims to be a document', zip, word, 'a.docx', word],
    ['a ZIP named like a document', zip, undefined, 'a.xlsx', excel],
    ['a ZIP as a picture', zip, 'image/png', 'a.png', 'application/zip'],
    ['an old document format', cfb, 'application/msword', 'a.doc', 'application/msword'],
    ['a film', mp4, 'video/mp4', 'a.mp4', 'video/mp4'],
    ['a film as a sound', mp4, 'audio/mp4', 'a.m4a', 'audio/mp4'],
    ['a film as a picture', mp4, 'image/jpeg', 'a.jpg', 'video/mp4'],
    ['nothing', '', undefined, 'a', unknown],
    ['nothing as a text', '', 'text/plain', 'a.txt', 'text/plain'],
    ['nothing as a picture', '', 'image/png', 'a.png', unknown],
    ['bytes', Buffer.from([1, 2, 0, 255]), undefined, 'a', unknown],
    [
      'bytes of a format without a mark',
      Buffer.from([1, 2, 0, 255]),
      'application/x-own',
      'a',
      'application/x-own',
    ],
    ['an invalid declared type', png, 'not a type', 'a', 'image/png'],
    [
      'a program',
      Buffer.from('MZ\x90\0', 'latin1'),
      'image/png',
      'a.png',
      'application/x-msdownload',
    ],
  ])('for %s', async (_, bytes, declared, name, type) => {
    expect(await detectType(Buffer.from(bytes), declared, name)).toBe(type);
  });

  it.each([
    ['word/document.xml', 'wordprocessingml.document.main+xml', word],
    ['xl/workbook.xml', 'spreadsheetml.sheet.main+xml', excel],
  ])('for a real document with %s from its bytes alone', async (part, kind, type) => {
    const main = `application/vnd.openxmlformats-officedocument.${kind}`;
    const bytes = zipSync({
      '[Content_Types].xml': strToU8(
        `${xml}<Types><Override PartName="/${part}" ContentType="${main}"/></Types>`,
      ),
      [part]: strToU8(xml),
    });
    expect(await detectType(Buffer.from(bytes), 'application/zip', 'a.zip')).toBe(type);
  });
});

it('a media type is stored without parameters, in its registered spelling', () => {
  const kept = {
    'IMAGE/JPG': 'image/jpeg',
    ' text/xml;charset=utf-8': 'application/xml',
    'audio/ogg; codecs=opus': 'audio/ogg',
    text: undefined,
    'a/b/c': undefined,
    'a/<b>': undefined,
    '': undefined,
  };
  for (const [declared, type] of Object.entries(kept)) expect(mediaType(declared)).toBe(type);
});
