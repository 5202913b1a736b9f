/** A function to be run once, in a sandbox. */
export interface FunctionRequest {
  tenant: string;
  functionId: string;
  input: unknown;
  /** Why: `{type: 'http' | 'event' | 'schedule' | 'manual' | 'automation' | 'job', …}`; kept with the run. */
  trigger: Record<string, unknown>;
  /** The principal that `ctx.api` calls as, as app.principal() shows it. */
  principal: Record<string, unknown>;
  /** How many automations and functions have led to it. */
  causationDepth: number;
  /** Nothing of it may leave: see Work. */
  isMuted?: boolean | undefined;
}

export interface FunctionOutcome {
  run_id: string;
  status: 'succeeded' | 'failed' | 'timeout' | 'skipped';
  output: unknown;
  error: string | null;
  duration_ms: number;
}

/** Runs functions for other parts of the worker; each run is recorded in app.function_runs. */
export interface FunctionRunner {
  run(request: FunctionRequest): Promise<FunctionOutcome>;
}
