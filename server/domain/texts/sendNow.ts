import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SmsFailed } from '../../adapters/sms/SmsAdapter.ts'
import type { App } from '../app.ts'

const pauses = [1000, 5000]

/**
 * Sends a text at once with three tries, without storing it: a PIN must not be in the jobs table. A final
 * failure is only counted in the log; the person then requests another PIN.
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
