import type { Context } from '../../operations/operation.ts';

interface Stored {
  self_serve: boolean | null;
}

/** Completes the settings with what this process was told by its environment. */
export const withEnvironment = ({ services }: Context, stored: Stored): object => {
  const { config } = services;
  return {
    ...stored,
    self_serve: stored.self_serve ?? config.selfServe,
    environment: config.environment,
  };
};

/** The same after a change, which then holds at once in this process. */
export const changed = (context: Context, stored: Stored): object => {
  context.services.installation.forget();
  return withEnvironment(context, stored);
};
