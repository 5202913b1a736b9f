import type { Context } from '../../../operations/operation.ts';
import { type Slot, wayToSlot } from '../sign-slot.ts';

/** POST /v1/files/upload-url: the database makes the slot, this signs the way to it. */
export const showSlot = (context: Context, slot: Slot): Promise<object> => wayToSlot(context, slot);
