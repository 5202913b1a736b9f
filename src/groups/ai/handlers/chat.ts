import type { ServerResponse } from 'node:http';
import { toApiError } from '../../../db/errors.ts';
import { type AnyAnswer, dataOf } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { Answered, Message } from '../models/model.ts';
import { type ModelCall, withModels } from '../models/with-models.ts';
import { tokensOf } from '../models/words.ts';
import { doorOf } from './door.ts';
import { findSources, type Grounding, type GroundingSource } from './grounding.ts';
import { type ToolName, toolsOf } from './tools.ts';

interface Asked {
  message?: string;
  messages?: Array<{ role: 'system' | 'user' | 'assistant'; content: string }>;
  system?: string;
  model?: string;
  provider_id?: string;
  temperature?: number;
  max_tokens: number;
  stream: boolean;
  conversation_id?: string;
  store: boolean;
  tools?: ToolName[];
  grounding?: Grounding;
}

type ChatCall = HandlerCall<Asked>;

/** POST /v1/ai/chat: the whole answer, or its words as they come. */
export async function chat(call: ChatCall): Promise<AnyAnswer | undefined> {
  const { provider_id, conversation_id, max_tokens } = call.args;
  const { question, system, given } = saidIn(call.args);
  const prompt = [system, ...given.map(({ content }) => content)].join('\n');
  const tokens = tokensOf(prompt) + max_tokens;
  return withModels(doorOf(call), { provider_id, conversation_id, tokens }, async (model) => {
    const sources = call.args.grounding
      ? await findSources(call, question, call.args.grounding)
      : [];
    const asked = { ...call.args, system, sources, messages: [...model.history, ...given] };
    if (!call.args.stream)
      return keep(call, model, question, sources, await askFor(call, model, asked));
    let said = '';
    const work = async (onDelta: (words: string) => void) => {
      const answered = await askFor(call, model, asked, (words) => {
        said += words;
        onDelta(words);
      });
      return keep(call, model, question, sources, answered);
    };
    try {
      await streamTo(call, work);
    } catch (error) {
      // A caller that left or cut the stream has used the tokens so far.
      if (said !== '') await count(call, model, tokensOf(prompt), said);
      throw error;
    }
    return undefined;
  });
}

/** The question, the instructions, and the messages of this request. */
function saidIn({ message, messages = [], system = '' }: Asked) {
  const given: Message[] = [];
  const told = [system];
  for (const { role, content } of messages)
    if (role === 'system') told.push(content);
    else given.push({ role, content });
  if (message !== undefined) given.push({ role: 'user', content: message });
  return {
    question: given.at(-1)?.content ?? '',
    system: told.filter(Boolean).join('\n\n'),
    given,
  };
}

type Put = Omit<Asked, 'messages'> & { messages: Message[]; sources: GroundingSource[] };

const askFor = (
  call: ChatCall,
  { models }: ModelCall,
  { model, system, messages, sources, temperature, max_tokens, tools }: Put,
  onDelta?: (words: string) => void,
): Promise<Answered> =>
  models.chat({
    model,
    system,
    messages,
    temperature,
    maxTokens: max_tokens,
    sources: sources.map(({ excerpt: text }) => ({ text })),
    tools: toolsOf(call, tools),
    signal: call.ctx.signal,
    onDelta,
  });

/** Counts what was used, and writes the conversation on. */
function keep(
  { run, args }: ChatCall,
  { provider, used }: ModelCall,
  question: string,
  sources: GroundingSource[],
  { model, content, finishReason, tokens }: Answered,
): Promise<AnyAnswer> {
  const answer = {
    model,
    provider,
    message: { role: 'assistant', content },
    content,
    finish_reason: finishReason,
    usage: {
      prompt_tokens: tokens.prompt,
      completion_tokens: tokens.completion,
      total_tokens: tokens.prompt + tokens.completion,
    },
    sources,
  };
  const { conversation_id, store } = args;
  return run('ai_chat', { used: used(model, tokens), answer, store, conversation_id, question });
}

/** Counts an answer that did not come to its end. */
async function count(
  { ask, args }: ChatCall,
  { settings, used }: ModelCall,
  prompt: number,
  said: string,
): Promise<void> {
  const name = args.model ?? settings.config.default_model ?? settings.type;
  const tokens = { prompt, completion: tokensOf(said) };
  await ask('ai_release', { operation: 'chat', used: used(name, tokens) });
}

/** Sends `{delta}` for the words as they come, the whole answer at the end, then `[DONE]`. */
async function streamTo(
  { res, ctx }: Pick<ChatCall, 'res' | 'ctx'>,
  work: (onDelta: (words: string) => void) => Promise<AnyAnswer>,
): Promise<void> {
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    res.writeHead(200, {
      ...ctx.headers,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
  };
  try {
    const answer = await work((delta) => {
      begin();
      send(res, JSON.stringify({ delta }));
    });
    begin();
    send(res, JSON.stringify(dataOf(answer)));
  } catch (error) {
    // Before the first word it is an answer like any other.
    if (!hasBegun) throw error;
    const { code, message } = toApiError(error);
    send(res, JSON.stringify({ error: { code, message }, request_id: ctx.requestId }));
    res.end();
    throw error;
  }
  send(res, '[DONE]');
  res.end();
}

const send = (res: ServerResponse, data: string) => res.write(`data: ${data}\n\n`);
