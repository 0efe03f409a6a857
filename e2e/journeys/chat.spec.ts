import { findings } from '../harness/axe.ts'
import { expect, phoneTest as test } from '../harness/fixtures.ts'

test('RV-028 RV-034 RV-035 RV-267 RV-353 a worker plans the day with the PTP Agent, loses the connection in between, and has a signed plan', async ({
  worker: page,
  site,
}) => {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.getByRole('link', { name: /^Pre-Task Plan/ }).click()
  const panel = page.getByRole('dialog', { name: 'PTP Agent' })
  const chip = (name: string) => panel.getByRole('button', { name, exact: true })
  await expect(panel.getByText('What tasks are you doing today?')).toBeVisible()
  await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  await chip('Painting').click()
  await chip('Send').click()
  await chip('Chemicals on skin or eyes').click()
  expect(await findings(page)).toEqual([])
  const [asked, said] = await Promise.all(
    ['What tasks are you doing today?', 'Painting'].map((text) => panel.locator('.m-chat-bubble', { hasText: text }).first().boundingBox()),
  )
  expect(asked?.x).toBeLessThan(said?.x ?? 0)

  site.proxy.down()
  const box = panel.getByPlaceholder('Type your message...')
  await box.fill('paint on the floor')
  await chip('Send').click()
  // The device asks the next question, and keeps the talk over a reload.
  const alone = panel.getByText('No connection. You can continue')
  await expect(chip('Eye protection')).toBeVisible()
  await expect(alone).toBeVisible()
  await page.reload()
  await expect(panel.locator('.m-chat-bubble', { hasText: 'Chemicals on skin or eyes, paint on the floor' })).toHaveCount(1)
  await chip('Eye protection').click()
  await chip('Send').click()
  await expect(chip('Just me')).toBeVisible()
  site.proxy.up()
  await expect(alone).toBeHidden()
  await chip('Just me').click()
  await chip('Send').click()
  await expect(panel.getByText('Hazards: Chemicals on skin or eyes, paint on the floor')).toBeVisible()
  await chip('Yes').click()
  await chip('Send').click()
  await chip('Ashley Tran').click()
  await chip('Send').click()
  await expect(page).toHaveURL(/\/frontend\/forms\/pre-task-plan\/[A-Za-z0-9]{20}$/)
  await expect(page.getByRole('link', { name: /Pre-Task Plan .*\.pdf/ })).toBeVisible()
})
