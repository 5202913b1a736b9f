import type { HandlerCall } from '../../../http/handler.ts';
import { answerQuestion, type Question } from '../answer.ts';
import { formatError } from '../failures.ts';
import { responseType } from '../shapes.ts';

/**
 * POST /v1/graphql: answers as GraphQL over HTTP says, without the envelope. Clients that know only application/json take
 * any status but 200 for a broken connection.
 */
export async function runGraphql(call: HandlerCall<Question>): Promise<undefined> {
  const { req, res, ctx, args, services } = call;
  const { data, errors } = await answerQuestion(call, args);
  const type = req.headers.accept?.includes(responseType) ? responseType : 'application/json';
  const body = JSON.stringify({
    errors: errors?.map((error) => formatError(error, services.log, ctx)),
    data,
  });
  res
    .writeHead(data === undefined && type === responseType ? 400 : 200, {
      ...ctx.headers,
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body);
}
