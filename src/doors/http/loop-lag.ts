import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

const resolutionMs = 10;
const lookMs = 1_000;
/** A process that works for a smaller part of its time is idle: it is not asked how late it is, which would be most of its work. */
const busy = 0.02;

/**
 * How late the main thread of this process is, since it was last asked: half of its turns, nearly all, and the worst. While it
 * is idle only one turn of a second is looked at.
 */
export function addLoopLag(registry: Registry): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let last = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let worstLook = 0;
  let isSecond = false;
  const look = () => {
    const now = performance.now();
    worstLook = Math.max(worstLook, now - lookedAt - lookMs);
    lookedAt = now;
    const used = performance.eventLoopUtilization();
    const isBusy = performance.eventLoopUtilization(used, last).utilization > busy;
    // One busy second is a look of an idle worker on a machine that has other things to do.
    if (isBusy && isSecond) delays.enable();
    else delays.disable();
    isSecond = isBusy;
    last = used;
  };
  setInterval(look, lookMs).unref();
  const worst = () => Math.max(delays.count > 0 ? delays.max / 1e9 : 0, worstLook / 1000);
  const at = (percentile: number) =>
    delays.count > 0 ? delays.percentile(percentile) / 1e9 : resolutionMs / 1000;

  new Gauge({
    name: 'insula_process_event_loop_lag_seconds',
    help: 'How late the main thread was since the last look: median, 99th percentile and the most (quantile 1)',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      const late = (seconds: number) => Math.max(0, seconds - resolutionMs / 1000);
      this.set({ quantile: '0.5' }, late(at(50)));
      this.set({ quantile: '0.99' }, late(at(99)));
      this.set({ quantile: '1' }, late(worst()));
      collectNode();
      delays.reset();
      worstLook = 0;
    },
  });

  // Those that prom-client has, with a timer of its own that never rests.
  const ofNode = (part: string, help: string) =>
    new Gauge({ name: `nodejs_eventloop_lag_${part}seconds`, help, registers: [registry] });
  const known = {
    lag: ofNode('', 'Lag of event loop in seconds.'),
    min: ofNode('min_', 'The minimum recorded event loop delay.'),
    max: ofNode('max_', 'The maximum recorded event loop delay.'),
    mean: ofNode('mean_', 'The mean of the recorded event loop delays.'),
    stddev: ofNode('stddev_', 'The standard deviation of the recorded event loop delays.'),
    p50: ofNode('p50_', 'The 50th percentile of the recorded event loop delays.'),
    p90: ofNode('p90_', 'The 90th percentile of the recorded event loop delays.'),
    p99: ofNode('p99_', 'The 99th percentile of the recorded event loop delays.'),
  };
  function collectNode(): void {
    const isEmpty = delays.count === 0;
    const askedAt = performance.now();
    setImmediate(() => known.lag.set((performance.now() - askedAt) / 1000));
    known.min.set(isEmpty ? resolutionMs / 1000 : delays.min / 1e9);
    known.max.set(Math.max(resolutionMs / 1000, worst()));
    known.mean.set(isEmpty ? resolutionMs / 1000 : delays.mean / 1e9);
    known.stddev.set(isEmpty ? 0 : delays.stddev / 1e9);
    known.p50.set(at(50));
    known.p90.set(at(90));
    known.p99.set(at(99));
  }
}
