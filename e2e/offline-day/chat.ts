import type { Page } from '@playwright/test'
import type { Reader } from '../harness/api.ts'
import { expect } from '../harness/fixtures.ts'

export const bubbles = (page: Page) => page.locator('.m-chat-bubble')
export const chip = (page: Page, name: string) => page.locator('.m-chat-chip').filter({ hasText: name })

/** Taps the chips, types, sends, and waits for the next question. */
export async function answer(
  page: Page,
  { taps = [], typed = '', next }: { taps?: readonly string[]; typed?: string; next: string | RegExp },
) {
  for (const name of taps) await chip(page, name).click()
  if (typed) await page.getByLabel('Your message').fill(typed)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(bubbles(page).last()).toContainText(next)
}

/** The address of a chat bot in My Tasks. */
export async function chatOf(crew: Reader, bot: string): Promise<string> {
  const tasks = await crew.get<{ componentConfig: { items: { title: string; url: string }[] } }>(
    `/api/tasks/${crew.headers['x-actor']}.json`,
  )
  const found = tasks.componentConfig.items.find(({ title }) => title === bot)
  if (!found) throw new Error(`My Tasks has no ${bot}`)
  return found.url
}
