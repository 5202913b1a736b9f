import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as attachment } from 'content-disposition';
import { openAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { sendData } from '../../../tools/answers/envelope.ts';
import { type ExportFormat, exportFormats } from '../../../tools/tables/export-formats.ts';
import { sendContent } from '../../files/index.ts';

const retrySeconds = 2;

interface ExportRecord {
  status: string;
  format: ExportFormat;
  filename: string;
  size_bytes: number;
  finished_at: string;
}

/** The answer of api.data_export_get. */
interface Found {
  export: ExportRecord;
  /** Of a large one: where its bytes are in the storage. Small ones come in parts from the database. */
  stored: { storage_key: string; checksum: string } | null;
}

const cacheControl = 'private, no-store';

/** GET /v1/data/export/:export_id: the file, at the pace of the client; 202 while it is not there yet. */
export async function dataExportGet(call: HandlerCall): Promise<undefined> {
  const { args, res, ctx, run } = call;
  const found: Found = JSON.parse(openAnswer(await run('data_export_get', args)).data);
  const { export: record, stored } = found;
  if (record.status !== 'completed') {
    const headers = { ...ctx.headers, 'Retry-After': String(retrySeconds) };
    sendData(res, 202, { headers, data: JSON.stringify(record) }, ctx);
    return;
  }
  if (stored) {
    const { filename, size_bytes, finished_at: updated_at, format } = record;
    const content = { filename, size_bytes, updated_at, mime_type: exportFormats[format] };
    await sendContent(call, { ...stored, ...content }, { isDownload: true, cacheControl });
    return;
  }
  await sendParts(call, record);
}

async function sendParts(call: HandlerCall, record: ExportRecord): Promise<void> {
  const { args, req, res, ctx, ask } = call;
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': exportFormats[record.format],
    'Content-Length': record.size_bytes,
    'Content-Disposition': attachment(record.filename),
    'Cache-Control': cacheControl,
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  try {
    await pipeline(Readable.from(partsOf(ask, args, record.size_bytes)), res);
  } catch {
    // The client went away, or the file did: what was promised cannot be sent any more.
    res.destroy();
  }
}

/** Each part is one short call, begun while the one before it is sent: nothing is held open while a client is slow. */
async function* partsOf(
  ask: HandlerCall['ask'],
  args: object,
  size: number,
): AsyncGenerator<Buffer> {
  const read = (position: number) => ask<string | null>('data_export_chunk', { ...args, position });
  let next = size > 0 ? read(0) : undefined;
  for (let position = 1, sent = 0; next; position++) {
    const part = await next;
    if (part === null) throw new Error('the export was deleted while it was read');
    const bytes = Buffer.from(part, 'base64');
    sent += bytes.length;
    next = sent < size ? read(position) : undefined;
    // If the client has gone by then, no one gets the error.
    next?.catch(() => {});
    yield bytes;
  }
}
