import { jsonOf } from './local-json.ts';
import type { Answered, Question } from './model.ts';
import { tokensOf, wordsOf } from './words.ts';

/** The parts of a question that the local model uses. */
export type LocalQuestion = Pick<
  Question,
  'messages' | 'sources' | 'system' | 'schema' | 'maxTokens'
>;

/** The length of an answer if a question sets no bound. */
const defaultTokens = 4_000;
const unknown = 'I find nothing about that in what I was given.';
const maxSentences = 3;

interface Sentence {
  text: string;
  /** The number of the source that it stands in; 0 for the conversation so far. */
  source: number;
  at: number;
}

/**
 * Answers with the sentences of its sources, or of the conversation so far, that share most words with the question:
 * the
 * rarer a word, the more it counts. The same question gets the same answer.
 */
export function answerOf(question: LocalQuestion): Omit<Answered, 'model'> {
  const { messages, sources = [], system = '', schema, maxTokens = defaultTokens } = question;
  const asked = messages.at(-1)?.content ?? '';
  const given = sources.length > 0 ? sources.map(({ text }) => text) : earlier(question);
  const sentences = given.flatMap((text, n) =>
    sentencesOf(text).map((one, at) => ({ text: one, source: sources.length > 0 ? n + 1 : 0, at })),
  );
  const most = maxTokens * 4;
  const whole = schema ? jsonOf(schema, asked, most) : write(best(sentences, asked));
  const content = whole.slice(0, most);
  const prompt = [system, ...given, ...messages.map((one) => one.content)].join('\n');
  return {
    content,
    finishReason: content.length < whole.length ? 'length' : 'stop',
    tokens: { prompt: tokensOf(prompt), completion: tokensOf(content) },
  };
}

/** The messages before the question, and the text before it in the same message. */
const earlier = ({ messages, system = '' }: LocalQuestion): string[] => {
  const last = messages.at(-1)?.content ?? '';
  const sentences = sentencesOf(last);
  const before = messages.slice(0, -1).map(({ content }) => content);
  return [system, ...before, sentences.slice(0, -1).join(' ')].filter(Boolean);
};

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Those that share rare words with the question, and stand in a text that shares many. */
function best(sentences: Sentence[], asked: string): Sentence[] {
  const wanted = new Set(wordsOf(asked));
  const shared = sentences.map(({ text }) =>
    [...new Set(wordsOf(text))].filter((word) => wanted.has(word)),
  );
  const counts = new Map<string, number>();
  for (const word of shared.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = (words: Iterable<string>) =>
    [...new Set(words)].reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0);
  const inSource = new Map<number, number>();
  for (const { source } of sentences)
    if (!inSource.has(source))
      inSource.set(source, weigh(shared.filter((_, n) => sentences[n]?.source === source).flat()));
  const scored = sentences
    .map((sentence, n) => ({
      sentence,
      score: shared[n]?.length ? weigh(shared[n]) + (inSource.get(sentence.source) ?? 0) : 0,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const least = (scored[0]?.score ?? 0) / 2;
  return scored
    .filter(({ score }) => score >= least)
    .slice(0, maxSentences)
    .map(({ sentence }) => sentence)
    .sort((a, b) => a.source - b.source || a.at - b.at);
}

const write = (sentences: Sentence[]): string =>
  sentences.map(({ text, source }) => (source > 0 ? `${text} [${source}]` : text)).join(' ') ||
  unknown;
