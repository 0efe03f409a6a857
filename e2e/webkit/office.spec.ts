import { expect, test } from '@playwright/test'
import { demoId, harborPoint } from '../../server/demo/company.ts'
import { people } from '../harness/api.ts'
import { phone } from '../harness/browser.ts'
import { unfit } from '../harness/fits.ts'
import { openSite } from '../harness/fixtures.ts'
import { startWebkit, type WebkitDevice } from '../harness/webkit/startWebkit.ts'
import type { WebkitPage } from '../harness/webkit/WebkitPage.ts'
import { sentDecisions, waitingTitles } from '../pages/review.ts'
import { desk } from '../pages/studio.ts'
import { button, installed, signIn } from '../pages/webkit.ts'

// One laptop of a manager for all journeys.

let site: Awaited<ReturnType<typeof openSite>>
let device: WebkitDevice

test.beforeAll(async () => {
  site = await openSite()
  device = await startWebkit(desk)
  await signIn(device.page, site, people.manager)
  await installed(device.page)
})

test.afterAll(async () => {
  await device?.close()
  await site?.close()
})

const list = 'ul[aria-label="Waiting for a decision"]'

const titles = (page: WebkitPage) =>
  page.evaluate((css: string) => [...document.querySelectorAll<HTMLElement>(`${css} > li h2`)].map((one) => one.innerText).sort(), list)

/** Without the first of these titles. */
const without = (all: readonly string[], title: string) => all.filter((_, at) => at !== all.indexOf(title))

/** Presses a button of the first card that has it; returns the title of the card, and the titles before. */
async function decide(page: WebkitPage, action: 'Approve' | 'Reject') {
  const before = await titles(page)
  const title = await page.evaluate(
    ([css, label]: [string, string]) => {
      const found = [...document.querySelectorAll<HTMLElement>(`${css} button`)].find((one) => one.innerText.trim() === label)
      return found?.closest('li')?.querySelector('h2')?.innerText ?? ''
    },
    [list, action] as [string, string],
  )
  await page.click({ css: `${list} button`, text: action })
  await expect.poll(() => titles(page)).toEqual(without(before, title))
  return { title, before }
}

test('in WebKit a manager decides without a connection, takes a decision back, and only the other one reaches the server', async () => {
  const { page } = device
  await page.goto(`${site.address}/review`)
  await page.shown({ css: `${list} button`, text: 'Approve' })
  const waiting = await waitingTitles(site)
  site.proxy.down()

  const { before } = await decide(page, 'Reject')
  await page.click(button('Undo'))
  await expect.poll(() => titles(page)).toEqual(before)
  // The inbox has given the focus to the answer that is back: before that, the card is drawn again under a press.
  await page.gone(button('Undo'))
  await page.attached(`${list} a:focus`)
  const { title } = await decide(page, 'Approve')

  site.proxy.up()
  await expect.poll(() => waitingTitles(site)).toEqual(without(waiting, title))
  expect(sentDecisions(site)).toEqual(['APPROVE'])
})

test('in WebKit an administrator changes a question in the studio, and the published form asks it', async () => {
  const { page } = device
  const asked = { css: '[data-attribute="description"]', text: /What exactly did you see\?/ }
  const preview = () => page.inFrame('iframe[title="The form"]', () => page.shown(asked))
  await page.goto(`${site.address}/studio/hazard-report`)
  await page.shown({ css: 'body', text: /This form can be published\./ })
  await page.click({ css: '[role=treeitem] .m-studio-outlineRow', text: /Describe it in your own words/ })
  await page.fill({ css: '[data-details] [data-setting=label]' }, 'What exactly did you see?')
  await preview()
  await page.shown({ css: 'body', text: /Changes kept on this device/ })

  // The draft survives a new load, and other people see it after the publication only.
  await page.goto(await page.url())
  await preview()
  await page.click(button('Publish'))
  await page.click({ css: '[role=alertdialog] button', text: 'Publish' })
  await page.shown({ css: 'body', text: /Published as version 2\./ })
  // The device may show its copy first, and load the newer form meanwhile.
  const shows = async () => {
    await page.goto(`${site.address}/frontend/forms/hazard-report`)
    await page.shown({ css: asked.css })
    return await page.isShown(asked)
  }
  await expect.poll(shows).toBe(true)
})

const screens = [
  '/automations',
  `/automation/${demoId('bot Daily Manpower')}/executions`,
  `/teams/${harborPoint}`,
  `/onsite/${harborPoint}`,
  '/reporting',
  '/devices',
  '/review',
]

/** The different heights of the controls, px. */
const heights = (page: WebkitPage) =>
  page.evaluate(() => [
    ...new Set([...document.querySelectorAll('main :is(select, .m-button)')].map((one) => one.getBoundingClientRect().height)),
  ])

test('in WebKit screens of the console fit a laptop and a phone, and controls beside each other have one height', async () => {
  const { page } = device
  for (const path of screens) {
    await page.resize({ width: 1280, height: 800 })
    await page.goto(site.address + path)
    await page.shown({ css: 'h1' })
    await page.gone({ css: '[data-skeleton]' })
    expect.soft(await unfit(page), path).toEqual([])
    if (path === '/reporting') expect.soft(await heights(page)).toEqual([40])
    await page.resize(phone)
    await expect.poll(() => unfit(page), `${path} on a phone`).toEqual([])
  }
})
