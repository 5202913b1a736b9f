import type { HandlerCall } from '../../../operations/handler.ts';
import type { Question } from '../../../tools/graphql/prepare.ts';
import { sendGraphql } from '../../../tools/graphql/send.ts';
import { answerQuestion } from '../answer.ts';

/** POST /v1/graphql. */
export async function runGraphql(call: HandlerCall<Question>): Promise<undefined> {
  sendGraphql(call, await answerQuestion(call, call.args));
}
