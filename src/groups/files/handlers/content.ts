import type { HandlerCall } from '../../../operations/handler.ts';
import { type Content, sendContent } from '../send.ts';
import { readSignature, type SignedQuery } from '../signed-request.ts';

/** The query of the URL of a file's bytes; `v` pins a public one to its version. */
export interface ContentQuery extends SignedQuery {
  download?: boolean;
  version?: number;
  v?: number;
}

/** GET /v1/files/:file_id/content: one call for the permission and the place, then the bytes. */
export async function sendFile(call: HandlerCall<ContentQuery>): Promise<undefined> {
  const { args, ask } = call;
  const isDownload = args.download === true;
  const { file_id, version } = args;
  // No signed URL is good for an earlier version: what is signed is '', the bytes as they are.
  const what = version === undefined ? '' : `version ${version}`;
  const signed = readSignature(call, { method: 'GET', what, isDownload });
  const file = await ask<Content & { access: string; version: number }>('file_content', {
    file_id,
    ...(version === undefined ? {} : { version }),
    ...(signed ? { signed } : {}),
  });
  // Bytes that were fetched with a secret in the URL, or with a token, must not enter shared caches.
  const access = signed || version !== undefined ? 'private' : file.access;
  const isPinned = args.v === file.version;
  await sendContent(call, file, { isDownload, cacheControl: cacheControl(access, isPinned) });
}

/**
 * How long others may keep what they got. A public file is the same for everyone, and under an address that names its
 * version it never changes. All others are asked for again, so that what is private from now on is so at once; that costs
 * a 304.
 */
export function cacheControl(access: string, isPinned: boolean): string {
  if (access !== 'public') return 'private, no-cache';
  return isPinned ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
}
