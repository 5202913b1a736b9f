import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTracing } from '../../src/ground/tracing/otlp.ts';
import { tracing } from '../../src/ground/tracing/tracing.ts';
import { createClient } from '../support/api.ts';
import { scrape, valueIn } from '../support/metrics.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { createWebhook, opened } from '../webhooks/support.ts';
import { attributeOf, type Sent, startCollector } from './collector.ts';

const server = useOwnDatabase({ ...opened, WORKER: 'on', TRUSTED_PROXIES: 'loopback' });
const api = useTenant(server);
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  await createWebhook(api, { url: `${receiver.url}/hook?key=hidden` }, { events: ['object.*'] });
  await api.post('/v1/object-types', { name: 'things' });
});
afterAll(() => receiver.close());

const named = { serviceName: 'insula' };

/** Traces everything, for one test. */
async function traced({ propagates = false, ratio = 1 } = {}) {
  const collector = await startCollector();
  const end = startTracing({ ...named, endpoint: collector.url, ratio, propagates });
  onTestFinished(async () => {
    await end();
    await collector.close();
  });
  return {
    collector,
    end,
    /** Waits for a span. */
    sent: (isWanted: (span: Sent) => boolean): Promise<Sent> =>
      until(
        async () => collector.spans().find(isWanted) as Sent,
        (span) => span !== undefined,
      ),
  };
}

/** Creates an object, of which the webhook hears. @returns the id of the request */
async function create(headers: Record<string, string> = {}): Promise<string> {
  const given = { properties: { note: 'in a body' } };
  const answer = await api.post('/v1/objects/things?dry_run=false', given, headers);
  expect(answer.status).toBe(201);
  return answer.headers.get('x-request-id') as string;
}

const byRequest = (id: string) => (span: Sent) => attributeOf(span, 'insula.request_id') === id;
const isDelivery = (span: Sent) =>
  span.name === 'worker.task' && attributeOf(span, 'insula.kind') === 'webhook';
const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const traceparent = `00-${traceId}-${spanId}-01`;

describe('with a collector', () => {
  it('a request is traced to the database, and the delivery that it causes is linked to it', async () => {
    const { collector, sent } = await traced();
    const request = await sent(byRequest(await create()));
    expect(request).toMatchObject({ name: 'object.create' });
    expect(attributeOf(request, 'insula.tenant_id')).toBe(api.tenant.id);
    expect(attributeOf(request, 'http.response.status_code')).toBe(201);
    const call = await sent(
      ({ name, parentSpanId }) => name === 'gateway.call' && parentSpanId === request.spanId,
    );
    expect(call.traceId).toBe(request.traceId);
    expect(attributeOf(call, 'insula.operation')).toBe('object_create');
    expect(call.attributes.map(({ key }) => key)).toContain('insula.wait_ms');
    const delivery = await sent(isDelivery);
    expect(delivery.links).toMatchObject([{ traceId: request.traceId, spanId: request.spanId }]);
    const outbound = await sent(({ parentSpanId }) => parentSpanId === delivery.spanId);
    expect(outbound.name).toBe('outbound');
    expect(attributeOf(outbound, 'server.address')).toBe('127.0.0.1');
    expect(attributeOf(outbound, 'http.response.status_code')).toBe(200);
    for (const kept of ['in a body', 'hidden', 'dry_run', api.token])
      expect(collector.text()).not.toContain(kept);
  });

  it('a proxy of TRUSTED_PROXIES decides whether a request is traced, and in which trace', async () => {
    const { collector, sent } = await traced();
    const request = await sent(byRequest(await create({ traceparent })));
    expect(request).toMatchObject({ traceId, parentSpanId: spanId });
    const delivery = await sent(isDelivery);
    expect(delivery.links ?? []).toEqual([]);
    expect(attributeOf(delivery, 'insula.root')).toBe(attributeOf(request, 'insula.root'));
    const unwanted = await create({ traceparent: traceparent.replace(/01$/, '00') });
    await sent(byRequest(await create()));
    expect(collector.spans().some(byRequest(unwanted))).toBe(false);
  });

  it('any other caller decides nothing', async () => {
    const stranger = await server.sibling({ TRUSTED_PROXIES: '', WORKER: 'off' });
    onTestFinished(() => stranger.close());
    const { sent } = await traced();
    const answer = await createClient(stranger, api.token).get('/v1/object-types', undefined, {
      traceparent,
    });
    const request = await sent(byRequest(answer.headers.get('x-request-id') as string));
    expect(request.traceId).not.toBe(traceId);
    expect(request.parentSpanId).toBeUndefined();
  });

  it('receivers of webhooks hear of the trace only when they may', async () => {
    const heard = async () => {
      const before = receiver.received.length;
      await create();
      const [delivery] = (await receiver.until(before + 1)).slice(before);
      return delivery?.headers.traceparent;
    };
    const first = await traced();
    expect(await heard()).toBeUndefined();
    await first.sent(isDelivery);
    const { sent } = await traced({ propagates: true });
    const told = await heard();
    const delivery = await sent(isDelivery);
    const outbound = `00-${delivery.traceId}-${delivery.spanId}-01`;
    expect(told).toBe(outbound);
  });

  it('nothing is traced of what chance has left out', async () => {
    const { collector, end } = await traced({ ratio: 0 });
    const before = receiver.received.length;
    await create();
    await receiver.until(before + 1);
    await end();
    expect(collector.spans()).toEqual([]);
  });
});

it('a collector that is away holds up nothing: spans beyond the queue are dropped and counted', async () => {
  const end = startTracing({
    ...named,
    endpoint: 'http://127.0.0.1:9',
    ratio: 1,
    propagates: false,
  });
  onTestFinished(end);
  const dropped = 'insula_trace_spans_dropped_total';
  const before = valueIn(await scrape(server), dropped) ?? 0;
  await create();
  for (let n = 0; n < 3_000; n++) tracing()?.request(undefined, (span) => span?.end());
  expect(valueIn(await scrape(server), dropped)).toBeGreaterThan(before + 900);
});
