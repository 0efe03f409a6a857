import { lookAside } from '../store/aside.ts'
import { noteDone } from '../store/grants.ts'
import { type Leaver, tellLeft } from './leaving.ts'
import { workOf } from './waiting.ts'

/** Ends the grant of somebody who has left as soon as it has nothing to bring any more. For pages: the worker does not look into the spill. */
export async function endIfDone(leaver: Leaver): Promise<void> {
  const { store, owner } = leaver
  if ((await workOf(store, owner)) > 0) return
  const spilled = await store.spill.ops.where('owner').equals(owner).count()
  if (spilled > 0 || (await lookAside(store)).some((row) => row.owner === owner)) return
  await noteDone(store, owner)
  await tellLeft(leaver)
}
