import type { Price, ProviderSettings, Tokens } from './model.ts';

/**
 * Published prices per million tokens, in US dollars, as of 2026-11. A model is known by the longest beginning of its
 * name. `config_json.prices` of a provider goes before these.
 */
const published: Record<string, Price> = {
  'local-': { input: 0, output: 0 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'gpt-4o': { input: 2.5, output: 10 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4.1': { input: 2, output: 8 },
  'text-embedding-3-small': { input: 0.02, output: 0 },
  'text-embedding-3-large': { input: 0.13, output: 0 },
  'claude-3-5-haiku': { input: 0.8, output: 4 },
  'claude-sonnet-4': { input: 3, output: 15 },
  'claude-opus-4': { input: 15, output: 75 },
  'gemini-2.0-flash': { input: 0.1, output: 0.4 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'gemini-2.5-pro': { input: 1.25, output: 10 },
  'gemini-embedding-001': { input: 0.15, output: 0 },
};

/** The cost of a call in US dollars; 0 for a model without a known price. */
export function costOf({ config }: ProviderSettings, model: string, tokens: Tokens): number {
  const price = priceIn(config.prices ?? {}, model) ?? priceIn(published, model);
  if (!price) return 0;
  return (tokens.prompt * price.input + tokens.completion * price.output) / 1_000_000;
}

function priceIn(prices: Record<string, Price>, model: string): Price | undefined {
  const [name] = Object.keys(prices)
    .filter((beginning) => model.startsWith(beginning))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? undefined : prices[name];
}
