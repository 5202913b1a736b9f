import { requestIdHeader } from './errors.ts';
import type { Json } from './schemas.ts';

/** Headers of a request for the bytes of a file (see `sendContent`). */
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

/** Answers other than all of the bytes. */
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
    description: 'The bytes still match If-None-Match or If-Modified-Since',
  },
});
