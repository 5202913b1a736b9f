import type { HandlerCall } from '../../../operations/handler.ts';
import { functionOf } from '../../../operations/route.ts';

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json' };

/** GET /owner/accounting/export: the file as the database has written it. */
export async function exportRecords(
  call: HandlerCall<{ format: keyof typeof types }>,
): Promise<undefined> {
  const { route, args, ask, res } = call;
  const { text } = await ask<{ text: string }>(functionOf(route), args);
  res.writeHead(200, {
    'Content-Type': types[args.format],
    'Content-Length': Buffer.byteLength(text),
    'Content-Disposition': `attachment; filename="accounting.${args.format}"`,
    'Cache-Control': 'private, no-store',
  });
  res.end(text);
}
