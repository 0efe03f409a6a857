import { expect, installed, people, spokenTo, test } from '../harness/fixtures.ts'
import { answer, bubbles, chatOf, chip } from './chat.ts'
import { coldBrowser, makeReady, phoneLook, sendNow } from './cold.ts'
import { titleOf } from './tasks.ts'

const talks = [
  {
    task: 'plan the work of the crew',
    form: 'pre-task-plan',
    bot: 'Pre-Task Plan',
    begin: [
      { taps: ['Roofing'], next: 'What could hurt somebody here?' },
      { taps: ['Fall from height', 'Heat, cold or wind'], typed: 'wet deck', next: 'How do you keep safe from it?' },
      { taps: ['Harness tied off'], next: 'Who works with you on this?' },
    ],
    end: [
      { typed: 'Luis Rojas', next: /Is this plan right/ },
      { taps: ['Yes'], next: 'Who signs?' },
    ],
    made: { task_names: 'Roofing', people: ['Luis Rojas'], permit_missing: false },
  },
  {
    task: 'hold a toolbox talk',
    form: 'toolbox-talk',
    bot: 'Toolbox Talk',
    begin: [
      { taps: ['Ladders'], next: 'How far should a ladder stand above the landing?' },
      { taps: ['One hand'], next: 'Not quite.' },
      { taps: ['3 ft (1 m)'], next: 'What did the crew raise or ask?' },
    ],
    end: [
      { typed: 'Tread 4 is loose', next: 'Who took part?' },
      { typed: 'Luis Rojas', next: 'Who signs?' },
    ],
    made: { topic: 'Ladders', raised: 'Tread 4 is loose', people: ['Luis Rojas'] },
  },
] as const

// From the first question to the signatures, over two cold starts; it arrives once.
for (const { task, form, bot, begin, end, made } of talks)
  test(titleOf('worker', task), async ({ site, profile, manager }) => {
    const browser = await coldBrowser(profile, phoneLook)
    let running = true
    try {
      let page = browser.page()
      await site.signedIn(page, people.worker)
      await spokenTo(page)
      await installed(page)
      const crew = await site.reader(people.worker)
      const address = await chatOf(crew, bot)
      const before = (await manager.records(form)).map(({ path }) => path)
      await makeReady(page, site.address, ['screens', 'sent'])
      await site.server.pause()
      running = false

      page = await browser.restart()
      await page.goto(site.address + address)
      await expect(bubbles(page)).toHaveCount(1)
      // The picture in the header is on the device, too.
      await expect
        .poll(() => page.locator('dialog header img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      for (const step of begin) await answer(page, step)
      const count = await bubbles(page).count()
      page = await browser.restart()
      await page.goto(site.address + address)
      await expect(bubbles(page)).toHaveCount(count)
      for (const step of end) await answer(page, step)
      await chip(page, people.worker.name).click()
      await chip(page, 'Luis Rojas').click()
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page).toHaveURL(/\/sent\/forms\//)
      await expect(page.locator('main')).toContainText(bot)
      await expect(page.locator('[data-sync]')).toContainText('Offline · 1 waiting')
      await page.goto(`${site.address}/outbox`)
      await expect(page.locator('[data-save]')).toHaveCount(1)
      await expect(page.locator('[data-save]')).toContainText('The crew signed this talk, so it can’t be changed.')

      await site.server.restart()
      running = true
      await sendNow(page)
      const arrived = async () => (await manager.records(form)).filter(({ path }) => !before.includes(path))
      await expect.poll(async () => (await arrived())[0]?.model['files']).toHaveLength(1)
      const records = await arrived()
      expect(records).toHaveLength(1)
      expect(records[0]?.model).toMatchObject({ ...made, made_by: people.worker.name, not_signed: '' })
      await page.goto(`${site.address}/sent`)
      const sent = page.locator(`a[href="/sent/${records[0]?.path}"]`)
      await expect(sent).toHaveCount(1)
      await expect(sent.locator('[data-sent=received]')).toBeVisible()
    } finally {
      await browser.remove()
      if (!running) await site.server.restart()
    }
  })
