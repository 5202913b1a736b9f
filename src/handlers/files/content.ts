import { type Content, sendContent } from '../../files/send.ts';
import { readSignature } from '../../files/signed-request.ts';
import type { HandlerCall } from '../../http/handler.ts';

/** GET /v1/files/:file_id/content: one call that says whether and where, then the bytes. */
export async function sendFile(call: HandlerCall): Promise<undefined> {
  const { args, run } = call;
  const isDownload = args.download === true;
  const signed = readSignature(call, { method: 'GET', what: '', isDownload });
  const { file_id } = args;
  const file: Content & { access: string; version: number } = JSON.parse(
    await run('file_content', { file_id, ...(signed ? { signed } : {}) }),
  );
  await sendContent(call, file, {
    isDownload,
    cacheControl: cacheControl(file.access, args.v === file.version),
  });
}

/**
 * How long others may keep what they got. A public file under an address that names its version never changes there;
 * all others are asked for again, which costs a 304.
 */
export function cacheControl(access: string, isPinned: boolean): string {
  if (access !== 'public') return 'private, no-cache';
  return isPinned ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
}
