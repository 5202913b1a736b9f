import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create as attachment } from 'content-disposition';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type ExportFormat, exportFormats } from '../../../tools/tables/export-formats.ts';
import { exportWriter } from '../../../tools/tables/export-writer.ts';

/** A part of up to a thousand submissions, as api.form_export answers it. */
interface Part {
  /** The name of the file. */
  name: string;
  head: string;
  lines: string;
  next: string | null;
}

/** GET /v1/forms/:form_id/submissions/export: the file as it is read, in parts of a thousand. */
export async function exportSubmissions(
  call: HandlerCall<{ format: ExportFormat; form_id: string }>,
): Promise<undefined> {
  const { args, ask, req, res, ctx } = call;
  const first = await ask<Part>('form_export', args);
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': exportFormats[args.format],
    'Content-Disposition': attachment(`${first.name}.${args.format}`),
    'Cache-Control': 'private, no-store',
  });
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const bytes = args.format === 'json' ? jsonOf(call, first) : fileOf(call, first);
  try {
    await pipeline(Readable.from(bytes), res);
  } catch {
    // The client went away, or the form did: what was begun cannot be finished.
    res.destroy();
  }
}

type ExportCall = HandlerCall<{ format: ExportFormat; form_id: string }>;

async function* linesOf({ args, ask }: ExportCall, first: Part): AsyncGenerator<string> {
  for (let part = first; ; ) {
    if (part.lines) yield part.lines;
    if (part.next === null) return;
    part = await ask<Part>('form_export', { ...args, after: part.next });
  }
}

async function* fileOf(call: ExportCall, first: Part): AsyncGenerator<Buffer> {
  const writer = exportWriter(call.args.format);
  yield await writer.write(first.head);
  for await (const lines of linesOf(call, first)) yield await writer.write(lines);
  yield await writer.end();
}

/** The lines as an array, in the envelope of every JSON answer. */
async function* jsonOf(call: ExportCall, first: Part): AsyncGenerator<string> {
  yield '{"success":true,"data":[';
  let separator = '';
  for await (const lines of linesOf(call, first)) {
    yield separator + lines.trimEnd().replaceAll('\n', ',\n');
    separator = ',\n';
  }
  yield `],"request_id":${JSON.stringify(call.ctx.requestId)}}`;
}
