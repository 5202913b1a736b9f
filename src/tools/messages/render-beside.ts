import { compute } from '../../computing/compute.ts';
import { job } from '../../computing/job.ts';
import { ApiError } from '../../ground/errors.ts';
import { DeliveryError } from './delivery.ts';
import { type Claimed, type Rendered, render } from './render.ts';

const rendering = job<typeof import('./render.ts').render>(
  'render',
  new URL('./render.ts', import.meta.url),
);
/** Characters of words and values: less is rendered within a millisecond or two. */
const largeMessage = 5_000;

/**
 * Renders a message, as `render` does. A large one is computed by turns of tenants, where it keeps nothing else waiting:
 * 200 kB of lists take half a second to become text.
 */
export async function renderBeside(message: Claimed, baseUrl: string): Promise<Rendered> {
  const { texts, variables, tenant_id } = message;
  if (JSON.stringify([texts, variables]).length < largeMessage) return render(message, baseUrl);
  try {
    return await compute(tenant_id, rendering, [message, baseUrl]);
  } catch (error) {
    const isBusy = error instanceof ApiError && error.code === 'CONCURRENCY_LIMITED';
    throw isBusy ? new DeliveryError(error.message, { cause: error }) : error;
  }
}
