// Generates the large documents of the bench, once, into bench/.work/pdf: no content is copied from
// elsewhere.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { root } from '../../scripts/steps/install.mjs'

export const folder = path.join(root, 'bench/.work/pdf/files')

const words = 'Keep the walkway clear, wear the harness above two metres, report what is loose and who is missing before the lift begins.'

async function book(pages, each) {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([612, 792])
    page.drawText(`Page ${number} of ${pages}`, { x: 50, y: 750, size: 16, font })
    await each({ pdf, page, font, number })
  }
  return pdf.save({ useObjectStreams: true })
}

const lines = (page, font, from, count) => {
  for (let line = 0; line < count; line++) page.drawText(words.slice(0, 100), { x: 50, y: from - line * 14, size: 9, font })
}

/** 206 pages with six fields each: 1,236. */
const longForm = () =>
  book(206, ({ pdf, page, font, number }) => {
    const form = pdf.getForm()
    lines(page, font, 720, 20)
    for (let at = 0; at < 5; at++)
      form.createTextField(`page ${number}.text ${at}`).addToPage(page, { x: 50, y: 380 - at * 40, width: 400, height: 24, font })
    form.createCheckBox(`page ${number}.seen`).addToPage(page, { x: 50, y: 160, width: 18, height: 18 })
  })

/** 624 fields on one page. */
const denseForm = () =>
  book(1, ({ pdf, page, font }) => {
    const form = pdf.getForm()
    for (let row = 0; row < 52; row++)
      for (let column = 0; column < 12; column++)
        form
          .createTextField(`r${row}.c${column}`)
          .addToPage(page, { x: 30 + column * 46, y: 725 - row * 13.5, width: 43, height: 12, font, borderWidth: 0.5 })
  })

const thousand = () => book(1000, ({ page, font }) => lines(page, font, 720, 40))

/** 200 scanned pages with a field each, about 50 MB: incompressible pictures, like those of a camera. */
async function scans(browser) {
  const page = await browser.newPage()
  const pictures = await page.evaluate(async () => {
    const made = []
    for (let at = 0; at < 8; at++) {
      const canvas = new OffscreenCanvas(1240, 1754)
      const context = canvas.getContext('2d')
      const pixels = context.createImageData(1240, 1754)
      for (let place = 0; place < pixels.data.length; place += 4) {
        const grey = 235 + Math.floor(Math.random() * 20)
        pixels.data.set([grey, grey, grey, 255], place)
      }
      context.putImageData(pixels, 0, 0)
      context.font = '28px serif'
      for (let line = 0; line < 50; line++)
        context.fillText(`Scanned line ${line} of picture ${at}, as good as the copier was`, 90, 100 + line * 32)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.4 })
      made.push([...new Uint8Array(await blob.arrayBuffer())])
    }
    return made
  })
  await page.close()
  return book(200, async ({ pdf, page: sheet, font, number }) => {
    const picture = await pdf.embedJpg(Uint8Array.from(pictures[number % pictures.length]))
    sheet.drawImage(picture, { x: 0, y: 0, width: 612, height: 792 })
    pdf.getForm().createTextField(`note ${number}`).addToPage(sheet, { x: 50, y: 40, width: 300, height: 22, font })
  })
}

/** @returns {Promise<Record<'form' | 'dense' | 'thousand' | 'scan', string>>} file names in `folder` */
export async function makeFiles(browser) {
  mkdirSync(folder, { recursive: true })
  const makers = { form: longForm, dense: denseForm, thousand, scan: () => scans(browser) }
  const names = {}
  for (const [key, make] of Object.entries(makers)) {
    names[key] = `${key}.pdf`
    const file = path.join(folder, names[key])
    if (!existsSync(file)) writeFileSync(file, await make())
  }
  return names
}
