import { complete } from '../../files/complete.ts';
import type { HandlerCall } from '../../http/handler.ts';

/** POST /v1/files/:file_id/upload-complete */
export const completeUpload = (call: HandlerCall): Promise<string> =>
  complete(call, 'file_upload_complete');
