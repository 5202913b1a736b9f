import type { HandlerCall } from '../../../operations/handler.ts';
import { drawGraph } from '../graph/draw.ts';
import type { Definition } from '../graph/layout.ts';

/** GET /v1/workflows/:workflow_id/graph: an image, which runs nothing and loads nothing wherever it is opened. */
export async function drawWorkflow({
  args,
  ask,
  ctx,
  res,
}: HandlerCall<{ workflow_id: string; version?: number | undefined }>): Promise<undefined> {
  const image = drawGraph(await ask<Definition>('workflow_graph', args));
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': 'image/svg+xml; charset=utf-8',
    'Content-Length': Buffer.byteLength(image),
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  res.end(image);
}
