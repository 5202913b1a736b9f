import { repeatUntilDone } from '../../tools/lanes/repeat.ts';

/** Removes what is left of a deleted user elsewhere: deliveries of events about them, mails to their addresses. */
export const userErase = repeatUntilDone('user_erase');
