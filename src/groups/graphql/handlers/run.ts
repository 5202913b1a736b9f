import type { Question } from '../../../graphql/prepare.ts';
import { sendGraphql } from '../../../graphql/send.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { answerQuestion } from '../answer.ts';

/** POST /v1/graphql. */
export async function runGraphql(call: HandlerCall<Question>): Promise<undefined> {
  sendGraphql(call, await answerQuestion(call, call.args));
}
