import type { Page } from '@playwright/test'

/** Another app shares files with the installed app: the browser makes this navigation. */
export async function share(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.evaluate(() => {
    const form = document.body.appendChild(document.createElement('form'))
    Object.assign(form, { id: 'shares', method: 'post', action: '/share', enctype: 'multipart/form-data' })
    Object.assign(form.appendChild(document.createElement('input')), { type: 'file', name: 'files', multiple: true })
  })
  await page.locator('#shares input').setInputFiles(files)
  const shown = page.waitForURL((url) => url.pathname === '/share')
  await page.evaluate(() => (document.getElementById('shares') as HTMLFormElement).submit())
  await shown
  await page.getByRole('heading', { level: 1 }).waitFor()
}
