import type { Locator, Page } from '@playwright/test'
import { field } from '../pages/form.ts'
import { expect, test } from './field-site.ts'

const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** What a person sees of a part: its place in the window, and whether it looks like a card. */
const look = (of: Locator) =>
  of.evaluate((element) => {
    const { backgroundColor, boxShadow, paddingLeft } = getComputedStyle(element)
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isCard = backgroundColor !== 'rgba(0, 0, 0, 0)' && boxShadow !== 'none' && Number.parseFloat(paddingLeft) >= 16
    return { left, right, top, bottom, isCard }
  })

const toEnd = (page: Page) => field(page, 'last').locator('textarea').scrollIntoViewIfNeeded()

test('FE-062 FE-063 a plain part is a card, and a borderless part has no card around its fields', async ({ open }) => {
  const page = await open('group-styles')
  expect((await look(part(page, 'A card'))).isCard).toBe(true)
  const bare = await look(part(page, 'Without a card'))
  expect(bare.isCard).toBe(false)
  const shadowless = await part(page, 'Without a card').evaluate((element) => {
    const { backgroundColor, boxShadow, borderTopWidth } = getComputedStyle(element)
    return [backgroundColor, boxShadow, borderTopWidth]
  })
  expect(shadowless).toEqual(['rgba(0, 0, 0, 0)', 'none', '0px'])
})

test('FE-064 a fixed part stays in view while the rest of the form scrolls', async ({ open }) => {
  const page = await open('group-styles')
  await toEnd(page)
  await expect(field(page, 'last').locator('textarea')).toBeInViewport()
  await expect(part(page, 'Morning round')).not.toBeInViewport()
  await expect(part(page, 'Always in view')).toBeInViewport({ ratio: 0.99 })
  // It lies over what scrolls below it: a tap on its field reaches the field.
  await field(page, 'always').locator('input').click()
  await expect(field(page, 'always').locator('input')).toBeFocused()
})

test('FE-065 a side panel floats beside the form where there is room, and is a part of the form on a phone', async ({ open }) => {
  const page = await open('group-styles')
  await page.setViewportSize({ width: 1400, height: 800 })
  const panel = part(page, 'Beside the form')
  const form = part(page, 'A card')
  await expect.poll(async () => (await look(panel)).left > (await look(form)).right).toBe(true)
  expect((await look(panel)).right).toBeLessThanOrEqual(1400)
  const before = (await look(panel)).top
  await toEnd(page)
  await expect(part(page, 'Morning round')).not.toBeInViewport()
  expect((await look(panel)).top).toBe(before)
  await page.setViewportSize({ width: 390, height: 844 })
  const [inside, around] = await Promise.all([look(panel), look(form)])
  expect([inside.left, inside.right]).toEqual([around.left, around.right])
  expect(inside.bottom).toBeLessThanOrEqual((await look(part(page, 'Without a card'))).top)
})

test('FE-068 the name of a header part is larger than that of other parts, with a line in the accent colour below it', async ({ open }) => {
  const page = await open('group-styles')
  const heading = (name: string) =>
    page.getByRole('heading', { name, exact: true }).evaluate((element) => {
      const line = getComputedStyle(element, '::after')
      return { size: Number.parseFloat(getComputedStyle(element).fontSize), line: [line.width, line.height, line.backgroundColor] }
    })
  const [header, plain] = [await heading('Morning round'), await heading('A card')]
  expect(header.size).toBeGreaterThan(plain.size)
  expect(header.line.slice(0, 2)).toEqual(['40px', '4px'])
  expect(header.line[2]).not.toBe('rgba(0, 0, 0, 0)')
})

test('FE-161 a spacer is room between two fields, and a large one is more room than a small one', async ({ open }) => {
  const page = await open('group-styles')
  await field(page, 'roof').scrollIntoViewIfNeeded()
  const between = async (above: string, below: string) => {
    const [one, other] = [await field(page, above).first().boundingBox(), await field(page, below).first().boundingBox()]
    return (other?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0)
  }
  const none = await between('gate', 'hoist')
  const [small, medium, large] = [await between('hoist', 'crane'), await between('crane', 'roof'), await between('roof', 'stairs')]
  expect(small).toBeGreaterThan(none)
  expect(medium).toBeGreaterThan(small + 12)
  expect(large).toBeGreaterThan(medium + 24)
})
