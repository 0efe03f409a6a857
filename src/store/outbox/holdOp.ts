import { getOwner } from '../identity/getOwner.ts'
import { getStore } from '../db/store.ts'
import { holdSave } from './discardSave.ts'

/** Keeps a waiting save of this page's user from being sent for `ms`. Returns false if it is on its way. */
export const holdOp = (opId: string, ms: number): Promise<boolean> => holdSave(getStore(), getOwner(), opId, ms)
