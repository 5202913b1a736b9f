import { compute } from '../../../computing/compute.ts';
import { job } from '../../../computing/job.ts';
import { JsonText } from '../../../db/json-text.ts';
import { isMultipart } from '../../../ground/bodies/multipart.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { maxFileBytes } from '../../../tools/tables/limits.ts';
import { checkRequest, type ImportRequest, importText } from '../import.ts';
import type { Property } from '../import-values.ts';

const reading = job<typeof importText>('importText', new URL('../import.ts', import.meta.url), {
  cpuMs: 50_000,
  // The rows are one text, which is passed on.
  maxBytes: 100 * 1024 * 1024,
});

/** The answer of api.data_import_file. */
interface StoredFile {
  storage_key: string;
  filename: string;
  size_bytes: number;
}

/** As in the body or the form; the rows of a large body are text (see `passesOn`). */
type Request = Omit<ImportRequest, 'rows'> & { rows?: unknown[] | JsonText };

/** POST /v1/data/import: reads the rows in Node, writes them in one call and one transaction. */
export async function dataImport(call: HandlerCall): Promise<AnyAnswer> {
  const { req, ctx, ask } = call;
  // Before 25 MB are read: may the caller import at all?
  if (isMultipart(req)) await ask('data_import_plan', {});
  const request = (await call.readInput()) as unknown as Request;
  checkRequest(request);
  return call.services.transfers.take(() => importRows(call, request), {
    tenant: call.caller.tenant,
    signal: ctx.signal,
  });
}

async function importRows(call: HandlerCall, request: Request): Promise<AnyAnswer> {
  const { ctx, run, ask } = call;
  if (request.file_id !== undefined) request.file = await storedFile(call, request.file_id);
  const { object_type_id } = request;
  const plan = await ask<{ properties: Property[] }>('data_import_plan', { object_type_id });
  const { properties } = plan;
  const { rows, data, file, ...options } = request;
  const { format, source, made } =
    rows && !(rows instanceof JsonText)
      ? // They are read already, and are few.
        await importText({ ...request, rows }, properties)
      : await compute(call.caller.tenant, reading, givenOf(request, properties), ctx.signal);
  // The hash identifies the request: a repetition may be read otherwise, now that the properties exist.
  const args = new JsonText(
    `${JSON.stringify({ ...options, format, source }).slice(0, -1)},"made":${made}}`,
  );
  if (!request.dry_run) return run('data_import', args);
  ctx.isDryRun = true;
  return run('data_import', args, { dry_run: true });
}

const givenOf = (
  { rows, ...request }: Request,
  properties: Property[],
): [ImportRequest, Property[]] => [
  rows ? { ...request, rowsText: (rows as JsonText).text } : request,
  properties,
];

/** A file of the tenant's that the caller may read, as if it had come with a form. */
async function storedFile({ ask, services: { storage } }: HandlerCall, file_id: string) {
  const file = await ask<StoredFile>('data_import_file', { file_id });
  if (file.size_bytes > maxFileBytes)
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      'This file is larger than 25 MB. Split it into several, and import each.',
      { param: 'file_id' },
    );
  return { filename: file.filename, content: await storage.read(file.storage_key) };
}
