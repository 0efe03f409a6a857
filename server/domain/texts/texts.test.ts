import { describe, expect, it } from 'vitest'
import { type SmsAdapter, SmsFailed } from '../../adapters/sms/SmsAdapter.ts'
import type { App } from '../app.ts'
import { sendNow } from './sendNow.ts'

describe('a PIN on its way', () => {
  const appWith = (send: SmsAdapter['send']) => {
    const log: unknown[] = []
    const note = (fields: unknown, message: string) => log.push({ fields, message })
    return { app: { sms: { kind: 'http', send }, log: { info: note, warn: note, error: note } } as unknown as App, log }
  }

  it('is tried again when the provider did not answer', async () => {
    let tries = 0
    const keys = new Set<string>()
    const { app, log } = appWith(async ({ key }) => {
      keys.add(key)
      tries++
      if (tries === 1) throw new SmsFailed('busy', false)
      return { providerId: 'x' }
    })
    await sendNow(app, { to: '+12025550101', text: '123456' })
    expect([tries, keys.size, log.length]).toEqual([2, 1, 0])
  })

  it('is given up where trying again cannot help, without a word about the number', async () => {
    let tries = 0
    const { app, log } = appWith(async () => {
      tries++
      throw new SmsFailed('the text provider answered 400 (code 21211)', true)
    })
    await sendNow(app, { to: '+12025550101', text: '123456' })
    expect(tries).toBe(1)
    expect(JSON.stringify(log)).toContain('21211')
    expect(JSON.stringify(log)).not.toMatch(/5550101|123456/)
  })
})
