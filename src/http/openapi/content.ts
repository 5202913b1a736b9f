import { requestIdHeader } from './errors.ts';
import type { Json } from './schemas.ts';

/** What the bytes of a file are asked for with (see `sendContent`). */
export const contentParameters: Json[] = [
  {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes: answers 206',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag you have: answers 304 without a body while the bytes are the same',
    schema: { type: 'string' },
  },
];

/** What they may be answered with beside all of them. */
export const contentResponses = (mediaTypes: string[]): Json => ({
  206: {
    description: 'The range that was requested',
    headers: {
      ...requestIdHeader,
      'Content-Range': { schema: { type: 'string' }, example: 'bytes 0-1023/146515' },
    },
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: {} }])),
  },
  304: {
    description: 'The bytes are still those that If-None-Match or If-Modified-Since refers to',
  },
});
