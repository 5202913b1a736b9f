/**
 * Computations that a tenant's input can make large, by name: each takes one value and returns one. They run in a
 * process that can be ended, never in the one that answers requests; see compute.ts. To add one, name it here and set
 * its time there.
 */
export const jobs = {
  judge: async (input: { schema: Record<string, unknown>; value?: unknown }) =>
    (await import('../ai/judge.ts')).judge(input),
  embed: async ({ texts, dimensions }: { texts: string[]; dimensions: number }) =>
    (await import('../ai/local-embedding.ts')).embeddingsOf(texts, dimensions),
  /** The same as JSON, each on a line. */
  embedText: async ({ texts, dimensions }: { texts: string[]; dimensions: number }) => {
    const { embeddingsOf } = await import('../ai/local-embedding.ts');
    return embeddingsOf(texts, dimensions)
      .map((one) => JSON.stringify(one))
      .join('\n');
  },
  chat: async (question: import('../ai/local-chat.ts').LocalQuestion) =>
    (await import('../ai/local-chat.ts')).answerOf(question),
  moderate: async (texts: string[]) => {
    const { moderateLocally } = await import('../ai/moderation.ts');
    return texts.map(moderateLocally);
  },
  chart: async ({ kind, figures, look }: import('../charts/picture.ts').Chart) =>
    (await import('../charts/picture.ts')).drawChart(kind, figures, look),
  css: async (text: string) => (await import('../groups/settings/safe-css.ts')).safeCss(text),
  mail: async (raw: Uint8Array) => {
    const { readMail } = await import('../groups/tickets/read-mail.ts');
    return readMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  },
  render: async ({
    message,
    baseUrl,
  }: {
    message: import('../messages/render.ts').Claimed;
    baseUrl: string;
  }) => (await import('../messages/render.ts')).render(message, baseUrl),
  import: async ({ request, properties }: import('../groups/data/import.ts').ImportJob) =>
    (await import('../groups/data/import.ts')).importText(request, properties),
  foreign: async ({ text, maxValues }: { text: string; maxValues: number }) =>
    (await import('../http/foreign-json.ts')).readForeign(text, maxValues),
  png: async (svg: string) => (await import('../charts/bitmap.ts')).pngOf(svg),
} as const;

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<K extends JobName> = Parameters<Jobs[K]>[0];
export type JobOutput<K extends JobName> = Awaited<ReturnType<Jobs[K]>>;
