import { listen } from '../support/listen.ts';

/** A span, as OTLP has it. */
export interface Sent {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string; spanId: string }[];
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector that speaks OTLP over HTTP. */
export async function startCollector() {
  const listener = await listen({ 'POST /v1/traces': () => ({}) });
  const bodies = () => listener.requests.map(({ body }) => body);
  return {
    ...listener,
    /** The name of the service that has sent it. */
    services: (): (string | undefined)[] =>
      bodies().flatMap((body) =>
        JSON.parse(body).resourceSpans.map(({ resource }: { resource: Pick<Sent, 'attributes'> }) =>
          attributeOf(resource, 'service.name'),
        ),
      ),
    /** All that has come, as text. */
    text: () => bodies().join('\n'),
    spans: (): Sent[] =>
      bodies().flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(
          ({ scopeSpans }: { scopeSpans: { spans: Sent[] }[] }) =>
            scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  };
}

/** An attribute of a span. */
export const attributeOf = (
  { attributes }: Pick<Sent, 'attributes'>,
  name: string,
): string | number | undefined => {
  const found = attributes.find(({ key }) => key === name)?.value;
  return found?.stringValue ?? found?.intValue;
};
