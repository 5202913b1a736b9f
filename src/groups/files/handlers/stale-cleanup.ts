import { type AnyAnswer, remakeData } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { uploadKey } from '../../../storage/storage.ts';

interface Cleaned {
  cleaned: number;
  ids: string[];
}

/** POST /v1/files/:file_id/stale-cleanup: the records go, then what has arrived of their bytes. */
export async function cleanUpStale(call: HandlerCall): Promise<AnyAnswer> {
  const { args, caller, ctx, run, services } = call;
  return remakeData<Cleaned>(await run('file_stale_cleanup', args), async ({ cleaned, ids }) => {
    for (const id of ctx.isDryRun ? [] : ids)
      await services.storage.dropUpload(uploadKey(caller.tenant, id));
    return { cleaned };
  });
}
