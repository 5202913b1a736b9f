import type { Request } from './requests.ts';

interface Answer {
  status: number;
  type: string;
  text: string;
}

/** Answered with errors of GraphQL, as its own standard says. */
const ofGraphql = ['graphql.run', 'operator_graphql.run'];

/** The fault of an answer: a failure of Insula, or an error outside of the API's codes. */
export function faultOf({ operation, method }: Request, answer: Answer): string | undefined {
  const { status, type, text } = answer;
  if (status < 400 || method === 'HEAD') return status >= 500 ? `${status}` : undefined;
  const said = `${status} ${type} ${text.slice(0, 500)}`;
  if (type.startsWith('text/html')) return status < 500 ? undefined : said;
  const code = codeOf(text);
  if (code === undefined)
    return ofGraphql.includes(operation.id) && status < 500 ? undefined : said;
  if (status < 500) return undefined;
  // The names of shared responses hold the codes that they may have: `503.SERVICE_UNAVAILABLE`.
  const documented = operation.responses[status]?.$ref?.split('/').at(-1)?.split('.') ?? [];
  return status !== 500 && documented.includes(code) ? undefined : said;
}

/** The code of an envelope; undefined for anything else. */
function codeOf(text: string): string | undefined {
  try {
    const { success, error, request_id } = JSON.parse(text);
    const isWhole = success === false && typeof error.message === 'string' && request_id;
    return isWhole ? error.code : undefined;
  } catch {
    return undefined;
  }
}
