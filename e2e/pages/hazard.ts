import type { Page } from '@playwright/test'
import { addPhotos, choose, chooseFirst, fill, sign } from './form.ts'

/** Today's date in the device's own calendar. */
const today = (page: Page) =>
  page.evaluate(() => {
    const now = new Date()
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
  })

/** Fills in all required fields of the hazard report. */
export async function fillHazard(page: Page, description: string, photos: Parameters<typeof addPhotos>[2]) {
  await choose(page, 'hazard_type', 'Slip or trip')
  await choose(page, 'event', 'No, it is a hazard')
  await choose(page, 'severity', 'Low: first aid')
  await fill(page, 'description', description)
  await addPhotos(page, 'photos', photos)
  await chooseFirst(page, 'site')
  await chooseFirst(page, 'location')
  await fill(page, 'date', await today(page))
  await choose(page, 'made_safe', 'Yes, it is made safe')
  await fill(page, 'action', 'Nailed them down.')
  await fill(page, 'reporter', 'Ana Silva')
  await sign(page, 'signature')
}
