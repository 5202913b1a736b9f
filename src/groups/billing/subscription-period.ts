import { repeatUntilDone } from '../../worker/repeat.ts';

/** Ends or renews a subscription that no payment provider does it for, when its period is over. */
export const subscriptionPeriod = repeatUntilDone('subscription_period_end');
