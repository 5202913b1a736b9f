import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { type ApiClient, CallError } from './api-client.ts';

const mediaType = 'application/vnd.insula.snapshot';

/**
 * The id of a backup that is named by it, or by a file, which is uploaded. Undefined for the name of a tenant.
 * @throws CallError for a file that is not there
 */
export async function backupFrom(
  client: ApiClient,
  source: string,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  if (/^bak_\w+$/.test(source)) return source;
  const found = statSync(source, { throwIfNoEntry: false });
  if (!found?.isFile()) {
    // No slug has these.
    if (/[/\\.]/.test(source)) throw new CallError(`There is no file ${source}.`);
    return undefined;
  }
  const label = encodeURIComponent(basename(source).slice(0, 200));
  const body = Readable.toWeb(createReadStream(source)) as ReadableStream;
  const more = { ...headers, 'content-type': mediaType, 'content-length': String(found.size) };
  return (await client.upload(`/admin/backups/upload?label=${label}`, body, more)).id;
}
