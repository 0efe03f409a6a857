import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SmsFailed } from '../../adapters/sms/sms.ts'
import type { App } from '../app.ts'

const pauses = [1000, 5000]

/**
 * Sends a text at once, three tries, without writing it down on the way: a PIN must not lie in the jobs table.
 * What fails in the end is only counted in the log; the person asks for another PIN.
 */
export async function sendNow(app: App, message: { to: string; text: string }): Promise<void> {
  const key = randomUUID()
  for (let tries = 0; ; tries++) {
    try {
      await app.sms.send({ ...message, key, urgent: true })
      return
    } catch (error) {
      const pause = pauses[tries]
      const lasting = !(error instanceof SmsFailed) || error.lasting
      if (lasting || pause === undefined) {
        app.log.error({ reason: error instanceof SmsFailed ? error.message : 'fault', tries: tries + 1 }, 'a text was not sent')
        return
      }
      await wait(pause)
    }
  }
}
