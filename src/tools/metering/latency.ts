/** How many milliseconds a call of each step takes at most; one more step has those that took longer. app.latency_bounds. */
export const latencyBounds = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 500, 1000, 2000, 5000, 15_000,
];

/** Counts a call in the step of its latency; `steps` is as long as the slowest call needs it. */
export function addLatency(steps: number[], ms: number): void {
  let step = 0;
  while (step < latencyBounds.length && ms > (latencyBounds[step] as number)) step += 1;
  while (steps.length <= step) steps.push(0);
  steps[step] = (steps[step] as number) + 1;
}
