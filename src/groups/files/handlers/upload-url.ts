import type { HandlerCall } from '../../../http/handler.ts';
import { signSlot } from '../sign-slot.ts';

/** POST /v1/files/upload-url: the database makes the slot, this signs the way to it. */
export const openSlot = async (call: HandlerCall): Promise<string> =>
  signSlot(call, await call.run('file_upload_url', call.args));
