import type { ApiClient } from '../api-client.ts';
import { type Call, curl } from './curl.ts';

/** A record that the answer was taken from. */
export interface DemoSource {
  number: number;
  object_id: string;
  title: string;
}

const question: Call = {
  method: 'POST',
  path: '/v1/ai/chat',
  body: {
    message: 'Who is the director of Avatar?',
    grounding: { object_type_ids: ['movies'], limit: 3 },
    store: false,
  },
};

/** The line that asks the same. */
export const answerLine = ({ url, token }: ApiClient): string => curl(url, token, question);

/** Asks the local model about the movies. */
export async function answer(
  client: ApiClient,
): Promise<{ content: string; model: string; sources: DemoSource[] }> {
  const { content, model, sources } = await client.data(
    question.method,
    question.path,
    question.body,
  );
  return {
    content,
    model,
    sources: sources.map(({ number, object_id, excerpt }: DemoSource & { excerpt: string }) => ({
      number,
      object_id,
      title: /^title: (.*)$/m.exec(excerpt)?.[1] ?? '',
    })),
  };
}
