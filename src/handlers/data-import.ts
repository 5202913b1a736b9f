import { createHash } from 'node:crypto';
import { type ImportRequest, readImport } from '../data/import.ts';
import type { Property } from '../data/import-values.ts';
import { ApiError } from '../http/errors.ts';
import type { HandlerCall } from '../http/handler.ts';
import { readArgs } from '../http/input.ts';
import { isMultipart } from '../http/multipart.ts';

/** POST /v1/data/import: reads the rows in Node, writes them in one call and one transaction. */
export async function dataImport(call: HandlerCall): Promise<string> {
  const { route, req, res, ctx, params, search, run } = call;
  // Before 25 MB are read: may the caller import at all?
  if (isMultipart(req)) await run('data_import_plan', {});
  const request = (await readArgs(route, req, res, params, search)) as unknown as ImportRequest & {
    file_id?: string;
  };
  if (request.file_id !== undefined) {
    throw ApiError.invalid(
      'file_id',
      'not_supported',
      'stored files cannot be imported yet: send rows, data, or a form with the file',
    );
  }
  const { object_type_id } = request;
  const plan: { properties: Property[] } = JSON.parse(
    await run('data_import_plan', { object_type_id }),
  );
  const { format, ...made } = await readImport(request, plan.properties);
  const { rows, data, file, ...options } = request;
  const source = createHash('sha256')
    .update(file?.content ?? data ?? JSON.stringify(rows))
    .digest('hex');
  // What was sent is known by its hash: a repetition may be read otherwise, now that the properties are there.
  const args = { ...options, format, source, made };
  if (!request.dry_run) return run('data_import', args);
  ctx.isDryRun = true;
  return run('data_import', args, { dry_run: true });
}
