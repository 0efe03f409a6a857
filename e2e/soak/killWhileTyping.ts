import { startDevice } from '../harness/browser.ts'
import { installed, openSite, people } from '../harness/fixtures.ts'
import { field } from '../pages/form.ts'

/** Typing that a killed browser may lose, ms. */
export const mostLost = 300
/** From key to key, ms. */
const pace = 40
const letters = 'abcdefghijklmnopqrstuvwxyz'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Kills a browser `rounds` times while a person types without a pause, starts it again and reads the draft.
 * Resolves to the age of the oldest letter that each kill lost, ms; 0 if it lost none.
 */
export async function killWhileTyping(rounds: number, onEvent: (text: string) => void): Promise<number[]> {
  const site = await openSite()
  const device = await startDevice()
  const lost: number[] = []
  try {
    await device.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await site.signedIn(device.page, people.worker)
    await installed(device.page)
    // A browser writes its cookies when it is closed.
    await device.quit()
    await device.restart()
    const input = () => field(device.page, 'note').locator('input, textarea').first()
    const open = async () => {
      await device.page.goto(`${site.address}/frontend/forms/quick`)
      await input().waitFor()
    }
    await open()
    for (let round = 1; round <= rounds; round++) {
      await input().fill('')
      await input().focus()
      const typedAt: number[] = []
      const length = 20 + Math.floor(Math.random() * 60)
      while (typedAt.length < length) {
        await device.page.keyboard.press(letters[typedAt.length % letters.length] ?? 'a')
        typedAt.push(Date.now())
        await pause(pace)
      }
      const killedAt = Date.now()
      await device.kill()
      await device.restart()
      await open()
      const kept = (await input().inputValue()).length
      const age = kept < length ? killedAt - (typedAt[kept] ?? killedAt) : 0
      lost.push(age)
      onEvent(`kill ${round}: ${kept} of ${length} letters kept, ${age} ms of typing lost`)
    }
  } finally {
    await device.close()
    await site.close()
  }
  return lost
}
