import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const resolutionMs = 20;

/** How late the main thread of this process is, since it was last asked: half of its turns, nearly all, and the worst. */
export function addLoopLag(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  new Gauge({
    name: 'insula_process_event_loop_lag_seconds',
    help: 'How late the main thread was since the last look: median, 99th percentile and the most (quantile 1)',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
      this.set({ quantile: '0.5' }, late(delays.percentile(50)));
      this.set({ quantile: '0.99' }, late(delays.percentile(99)));
      this.set({ quantile: '1' }, late(delays.max));
      delays.reset();
    },
  });
}
