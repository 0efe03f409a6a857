import type { Locator, Page } from '@playwright/test'
import type { Device } from '../harness/browser.ts'
import { installed, openSite, people } from '../harness/fixtures.ts'
import { field } from '../pages/form.ts'

/** Typing that a killed browser may lose, ms. */
export const mostLost = 300
/** From key to key, ms. */
const pace = 40
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A form, and the field that is typed into. */
interface TypedForm {
  readonly path: string
  readonly input: (page: Page) => Locator
  /** Makes the field visible. */
  readonly show?: (page: Page) => Promise<void>
}

export const typedForms: Readonly<Record<'form' | 'pdf', TypedForm>> = {
  form: { path: '/frontend/forms/quick', input: (page) => field(page, 'note').locator('input, textarea').first() },
  pdf: {
    path: '/frontend/forms/safety-manual',
    input: (page) => page.locator('[data-field="questions"]').first(),
    async show(page) {
      // On a phone a field opens a sheet.
      await page.setViewportSize({ width: 1024, height: 768 })
      await page.getByRole('button', { name: /^\d+ \/ 40: all pages$/ }).click()
      await page.getByLabel('Go to page').fill('40')
      await page.getByRole('button', { name: 'Go', exact: true }).click()
    },
  },
}

export interface TypingOptions {
  /** Number of kills. */
  readonly rounds: number
  readonly form: keyof typeof typedForms
  readonly start: () => Promise<Omit<Device, 'debugger'>>
  readonly onEvent: (text: string) => void
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What one kill lost: the age of the oldest lost letter, and the number of lost letters. Both are 0 if it lost none. */
export interface TypingLoss {
  ms: number
  letters: number
}

/** The worst and the 95th percentile (nearest rank) of `losses`, which may not be empty. */
export function summarizeLosses(losses: readonly TypingLoss[]): { worst: TypingLoss; p95: TypingLoss } {
  const rank = (values: number[], share: number) => values.sort((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0
  const at = (share: number) => ({
    ms: rank(
      losses.map(({ ms }) => ms),
      share,
    ),
    letters: rank(
      losses.map((loss) => loss.letters),
      share,
    ),
  })
  return { worst: at(1), p95: at(0.95) }
}

/** Kills a browser `rounds` times while a person types without a pause, starts it again and reads the draft. */
export async function killWhileTyping({ rounds, form, start, onEvent }: TypingOptions): Promise<TypingLoss[]> {
  const site = await openSite()
  const device = await start()
  const lost: TypingLoss[] = []
  try {
    await device.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
    await site.signedIn(device.page, people.worker)
    await installed(device.page)
    // A browser writes its cookies when it is closed.
    await device.quit()
    await device.restart()
    const { path, input: inputOf, show } = typedForms[form]
    const input = () => inputOf(device.page)
    const open = async () => {
      await device.page.goto(site.address + path)
      await show?.(device.page)
      await input().waitFor()
    }
    await open()
    for (let round = 1; round <= rounds; round++) {
      await input().press('ControlOrMeta+A')
      await input().press('Delete')
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
      lost.push({ ms: age, letters: length - kept })
      onEvent(`kill ${round}: ${kept} of ${length} letters kept, ${age} ms of typing lost`)
    }
  } finally {
    await device.close()
    await site.close()
  }
  return lost
}
