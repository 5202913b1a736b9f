import type { Attack } from './turns.ts';

/** Computations of tenant A: each of these costs as much as its operation allows. */

const words = (length: number, n: number) =>
  Array.from({ length: length / 8 }, (_, i) => `w${(n * 7919 + i * 31).toString(36)}`)
    .join(' ')
    .slice(0, length);

const nested = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { type: 'array', minItems: 100, items: nested(depth - 1) };

/** 4 kB that stand for 2^45 schemas. */
function doubling(): object {
  const definitions = Object.fromEntries(
    Array.from({ length: 45 }, (_, n) => {
      const next = { $ref: `#/$defs/d${n + 1}` };
      return [`d${n}`, { allOf: [next, next] }];
    }),
  );
  return { $ref: '#/$defs/d0', $defs: { ...definitions, d45: { type: 'object' } } };
}

/** @param report a saved report with a chart */
export function computedAttacks(report: string): Attack[] {
  const post = (path: string, body: object, method = 'POST') => ({
    method,
    path,
    body: JSON.stringify(body),
  });
  const generate = (body: object) => post('/v1/ai/generate', { prompt: 'Who?', ...body });
  const charts = { method: 'GET', path: `/v1/saved-reports/${report}/export?format=png` };
  return [
    {
      what: 'embeddings of 12 texts of 20,000 characters',
      requests: [
        post('/v1/ai/embeddings', {
          input: Array.from({ length: 12 }, (_, n) => words(20_000, n)),
          dimensions: 2048,
        }),
      ],
    },
    {
      what: 'embeddings of 409,600 numbers',
      requests: [
        post('/v1/ai/embeddings', {
          input: Array.from({ length: 100 }, (_, n) => `text ${n}`),
          dimensions: 4096,
        }),
      ],
    },
    {
      what: 'generated lists of lists',
      requests: [generate({ output_schema: nested(2), max_tokens: 20_000 })],
    },
    { what: 'charts as PNG', requests: [charts] },
    { what: 'JSON Schemas that double', requests: [generate({ output_schema: doubling() })] },
    {
      what: 'style sheets of 50,000 braces',
      requests: [post('/v1/branding', { custom_css: '{{a}}'.repeat(10_000) }, 'PATCH')],
    },
  ];
}
