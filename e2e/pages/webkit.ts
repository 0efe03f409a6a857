import { lastPin, type Person } from '../harness/api.ts'
import type { Site } from '../harness/fixtures.ts'
import type { Part, WebkitPage } from '../harness/webkit/WebkitPage.ts'
import { national } from './signIn.ts'

// The forms and screens for the journeys in WebKitGTK, which Playwright does not drive: the other files of this folder are the same for
// Playwright.

export const button = (text: string | RegExp): Part => ({ css: 'button', text })
export const dialog = ':is(dialog, [role=dialog])'
const fieldOf = (attribute: string) => `[data-attribute="${attribute}"]`

export const pinField: Part = { css: 'input[autocomplete=one-time-code]' }

/** Asks for a PIN on the page or in the dialog that is shown. */
export async function askForPin(page: WebkitPage, number: string) {
  await page.fill({ css: 'input[type=tel]' }, number)
  await page.click(button('Send PIN'))
  await page.shown(pinField)
}

/** Signs in on the page that is shown, and waits for My Tasks, or the projects of a manager. */
export async function enterPin(page: WebkitPage, site: Site, person: Person) {
  await askForPin(page, national(person))
  await page.fill(pinField, await lastPin(site.server.address, person.mobile))
  await page.at(/\/(?:frontend\/tasks\/|automations$)/)
}

export async function signIn(page: WebkitPage, site: Site, person: Person) {
  await page.goto(`${site.address}/sign-in`)
  await enterPin(page, site, person)
}

/** Waits until the next start needs no connection, and the service worker controls the page. */
export async function installed(page: WebkitPage) {
  const isControlled = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return navigator.serviceWorker.controller !== null
    })
  while (!(await isControlled())) await page.goto(await page.url())
}

const inputOf = (attribute: string) => `${fieldOf(attribute)} :is(input:not([type=hidden]), textarea)`

export const fill = (page: WebkitPage, attribute: string, text: string) => page.fill({ css: inputOf(attribute) }, text)

/** The text of a field. */
export const valueOf = (page: WebkitPage, attribute: string) =>
  page.evaluate((css: string) => document.querySelector<HTMLInputElement>(css)?.value ?? '', inputOf(attribute))

/** Chooses a radio button or an option of a select box by its place, from 0; a select box begins with "Choose…". */
export async function choose(page: WebkitPage, attribute: string, place = 0) {
  const block = fieldOf(attribute)
  await page.shown({ css: `${block} :is(select, label.m-controls-choice)` })
  if (await page.isShown({ css: `${block} select` })) return await page.select(`${block} select`, place + 1)
  return await page.click({ css: `${block} label.m-controls-choice`, at: place })
}

/** Adds files like the file chooser; resolves when each is stored on the device. */
export async function addPhotos(page: WebkitPage, attribute: string, photos: Parameters<WebkitPage['upload']>[1]) {
  const block = fieldOf(attribute)
  await page.upload(`${block} input[type=file]:not([capture])`, photos)
  await page.shown({ css: `${block} .m-attachments-fileTiles > li:nth-child(${photos.length})` })
  await page.shown({ css: `${block} .m-attachments-fileMarks`, text: new RegExp(String(photos.length)) })
}

export async function sign(page: WebkitPage, attribute: string) {
  await page.click({ css: `${fieldOf(attribute)} button` })
  await page.draw({ css: 'dialog canvas, [role=dialog] canvas' })
  await page.click(button(/^Confirm/))
  await page.shown({ css: `${fieldOf(attribute)} .m-signature` })
}

/** Fills in all required fields of the hazard report. */
export async function fillHazard(page: WebkitPage, description: string, photos: Parameters<typeof addPhotos>[2]) {
  for (const attribute of ['hazard_type', 'event', 'severity']) await choose(page, attribute)
  await fill(page, 'description', description)
  await addPhotos(page, 'photos', photos)
  for (const attribute of ['site', 'location']) await choose(page, attribute)
  await fill(page, 'date', new Date().toISOString().slice(0, 10))
  await choose(page, 'made_safe')
  await fill(page, 'action', 'Nailed them down.')
  await fill(page, 'reporter', 'Ana Silva')
  await sign(page, 'signature')
}

export const save = (page: WebkitPage, label: string) => page.click({ css: '.m-forms-actionBar button', text: label })

/** The screen after a save. */
export const processed = (page: WebkitPage) => page.shown({ css: '[data-status-screen=processed]' })
