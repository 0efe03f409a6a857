import { whenSettled } from './useChangesOver.ts'
import { getReach, onReach } from '../connectivity/getReach.ts'

/** Longest wait for a save that is in the outbox anyway, ms. */
const usualPatience = 15_000

/**
 * Returns the state of a save: the server has it, or it is kept on this device. Throws the reason if the
 * server refused it.
 */
export async function sentOrKept(opId: string, patience = usualPatience): Promise<'sent' | 'kept'> {
  let stop: () => void = () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const unreachable = () => !navigator.onLine || getReach() === 'offline' || getReach() === 'captive'
  const kept = new Promise<'kept'>((resolve) => {
    const look = () => {
      if (unreachable()) resolve('kept')
    }
    stop = onReach(look)
    timer = setTimeout(() => resolve('kept'), patience)
    look()
  })
  try {
    const became = await Promise.race([kept, whenSettled(opId)])
    if (became === 'kept') return 'kept'
    if (!became.sent) throw new Error(became.message)
    return 'sent'
  } finally {
    stop()
    clearTimeout(timer)
  }
}
