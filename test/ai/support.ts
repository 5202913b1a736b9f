import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '../support/api.ts';
import { plain } from '../support/pictures.ts';

/** Uploads a picture of 40 x 20 pixels. @returns its id */
export async function uploadPicture(api: Client): Promise<string> {
  const form = new FormData();
  const bytes = new Uint8Array(await plain(40, 20).png().toBuffer());
  form.set('file', new File([bytes], 'plain.png', { type: 'image/png' }));
  const { body } = await api.send('POST', '/v1/files/upload', { body: form });
  return body.data.id;
}

// biome-ignore lint/suspicious/noExplicitAny: each protocol has its own
type Json = any;

/** The response of a model to one request: words, calls of tools, or whatever it does with the connection. */
export type Turn =
  | { words: string[] }
  | { calls: Array<{ name: string; input: unknown }> }
  | ((res: ServerResponse) => void);

export interface Provider {
  url: string;
  /** The requests that it got, in order. */
  requests: Array<{ path: string; headers: IncomingMessage['headers']; body: Json }>;
  /** Its next responses; the last one is repeated. */
  turns: Turn[];
  close(): Promise<void>;
}

/** A server that speaks the protocols of OpenAI (chat completions), Anthropic (messages) and Google (generateContent). */
export async function startProvider(): Promise<Provider> {
  const requests: Provider['requests'] = [];
  const provider = { requests, turns: [] as Turn[] };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
      const path = req.url ?? '';
      requests.push({ path, headers: req.headers, body });
      const turn = provider.turns.length > 1 ? provider.turns.shift() : provider.turns[0];
      if (!turn) throw new Error('nothing to say');
      if (typeof turn === 'function') turn(res);
      else if (path.includes('generateContent') || path.includes('streamGenerateContent'))
        google(res, path, turn);
      else if (path.endsWith('/messages')) anthropic(res, body, turn);
      else openai(res, body, turn);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(provider, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  });
}

type Said = Exclude<Turn, (res: ServerResponse) => void>;

const sendJson = (res: ServerResponse, body: Json) =>
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export function startEvents(res: ServerResponse): (data: Json, event?: string) => void {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  return (data, event) => {
    if (event) res.write(`event: ${event}\n`);
    res.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  };
}

function openai(res: ServerResponse, { stream, model }: Json, turn: Said): void {
  const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };
  const calls =
    'calls' in turn
      ? turn.calls.map(({ name, input }, index) => ({
          index,
          id: `call_${index}`,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        }))
      : undefined;
  const finish_reason = calls ? 'tool_calls' : 'stop';
  const words = 'words' in turn ? turn.words : [];
  if (!stream) {
    const message = { role: 'assistant', content: words.join('') || null, tool_calls: calls };
    const choices = [{ index: 0, message, finish_reason }];
    return void sendJson(res, {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model,
      choices,
      usage,
    });
  }
  const event = startEvents(res);
  const chunk = (delta: Json, reason: string | null = null) =>
    event({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model,
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
  for (const content of words) chunk({ role: 'assistant', content });
  if (calls) chunk({ role: 'assistant', tool_calls: calls });
  chunk({}, finish_reason);
  event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model, choices: [], usage });
  event('[DONE]');
  res.end();
}

function anthropic(res: ServerResponse, { stream, model }: Json, turn: Said): void {
  const usage = { input_tokens: 11, output_tokens: 5 };
  const content =
    'words' in turn
      ? [{ type: 'text', text: turn.words.join('') }]
      : turn.calls.map(({ name, input }, n) => ({
          type: 'tool_use',
          id: `call_${n}`,
          name,
          input,
        }));
  const stop_reason = 'words' in turn ? 'end_turn' : 'tool_use';
  const message = { id: 'm1', type: 'message', role: 'assistant', model, stop_sequence: null };
  if (!stream) return void sendJson(res, { ...message, content, stop_reason, usage });
  const event = startEvents(res);
  const send = (data: Json) => event(data, data.type);
  send({ type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } });
  send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  for (const text of 'words' in turn ? turn.words : [])
    send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
  send({ type: 'content_block_stop', index: 0 });
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage });
  send({ type: 'message_stop' });
  res.end();
}

function google(res: ServerResponse, path: string, turn: Said): void {
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 5, totalTokenCount: 16 };
  const part = (parts: Json[], finishReason?: string) => ({
    candidates: [
      { index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) },
    ],
    usageMetadata,
  });
  const calls = 'calls' in turn ? turn.calls : [];
  const words = 'words' in turn ? turn.words : [];
  const functionCalls = calls.map(({ name, input }) => ({ functionCall: { name, args: input } }));
  if (!path.includes('stream'))
    return void sendJson(res, part([...words.map((text) => ({ text })), ...functionCalls], 'STOP'));
  const event = startEvents(res);
  for (const text of words) event(part([{ text }]));
  event(part(functionCalls, 'STOP'));
  res.end();
}

/** The events of a stream, parsed; `[DONE]` as it is. */
export const eventsOf = (text: string): Json[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((one) => one.replace(/^data: /, ''))
    .map((data) => (data === '[DONE]' ? data : JSON.parse(data)));
