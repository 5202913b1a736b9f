import { readBytes } from '../../../ground/bodies/body-bytes.ts';
import { takeTimeFor } from '../../../ground/bodies/body-time.ts';
import { type FilePart, isMultipart, readParts } from '../../../ground/bodies/multipart.ts';
import { canonicalInTurn } from '../../../ground/shapes/canonical.ts';
import { readPairs } from '../../../ground/shapes/pairs.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { Stored } from '../../../storage/storage.ts';

/** A form as a browser has posted it. */
export interface Post {
  /** Without a prototype; a name that comes more than once has all of its values. */
  values: Record<string, unknown>;
  /** Those that were chosen, in the storage already. */
  files: FilePart<Stored>[];
}

const limits = { maxBytes: 25 * 1024 * 1024, maxFiles: 10, maxFields: 1000 };

/** Reads what a browser posts, with files or without. @throws 400, 413, 415 */
export async function readPost(
  call: Pick<HandlerCall<{ form_id: string }>, 'req' | 'res' | 'services' | 'caller'>,
): Promise<Post> {
  const { req, res, services, caller } = call;
  const values: Post['values'] = Object.create(null);
  const add = (name: string, given: string) => {
    // Browsers end lines as the protocol does; what PostgreSQL cannot keep is left out.
    const value = given.replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed();
    const known = values[name];
    values[name] = known === undefined ? value : [known, value].flat();
  };
  if (!isMultipart(req)) {
    const text = (await readBytes(req, res)).toString();
    for (const [name, value] of readPairs(text, (as) => as)) add(name.replaceAll('\0', ''), value);
    // A piece at a time: anyone may send megabytes.
    const { data } = await canonicalInTurn({ data: values });
    return { values: data, files: [] };
  }
  takeTimeFor(req);
  const { storage } = services;
  const taker = {
    take: (stream: Parameters<typeof storage.put>[1]) =>
      storage.put(caller.tenant, stream, { maxBytes: limits.maxBytes + 1 }),
    drop: ({ key }: Stored) => storage.remove([key]),
  };
  const parts = await readParts(req, res, limits, taker, add);
  const isChosen = ({ filename, content }: FilePart<Stored>) => filename !== '' || content.size > 0;
  await storage.remove(parts.filter((part) => !isChosen(part)).map(({ content }) => content.key));
  return { values, files: parts.filter(isChosen) };
}
