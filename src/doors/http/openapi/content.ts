import { requestIdHeader } from './errors.ts';
import { ifNoneMatch, type Named } from './named-parameters.ts';
import type { Json } from './schemas.ts';

const header = (name: string, component: string, description: string, example?: string): Named => [
  component,
  {
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
    ...(example === undefined ? {} : { example }),
  },
];

/** Headers of a request for the bytes of a file (see `sendContent`). */
export const contentParameters: Named[] = [
  header('Range', 'Range', 'One range of bytes: answers 206', 'bytes=0-1023'),
  header(
    'If-Range',
    'IfRange',
    'An ETag or a time: the range is sent only of these bytes, else all',
  ),
  header(
    'If-Match',
    'IfBytesMatch',
    'The ETag that the bytes must have: answers 412 if they have another',
  ),
  ifNoneMatch,
  header('If-Modified-Since', 'IfModifiedSince', 'A time: answers 304 if the bytes are not newer'),
  header('If-Unmodified-Since', 'IfUnmodifiedSince', 'A time: answers 412 if the bytes are newer'),
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
