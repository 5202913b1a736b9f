import { openApiDocument } from '../http/openapi.ts';
import type { RouteGroup } from '../http/route.ts';

const texts = new Map<string, string>();

/** The OpenAPI document as JSON, made once: it takes longer than serving a hundred requests. */
export function openApiText(groups: RouteGroup[], baseUrl: string): string {
  const known = texts.get(baseUrl);
  if (known !== undefined) return known;
  const text = JSON.stringify(openApiDocument(groups, baseUrl));
  texts.set(baseUrl, text);
  return text;
}
