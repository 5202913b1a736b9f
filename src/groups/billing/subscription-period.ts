import { repeatUntilDone } from '../../tools/lanes/repeat.ts';

/** Ends or renews a subscription without a payment provider when its period has ended. */
export const subscriptionPeriod = repeatUntilDone('subscription_period_end');
