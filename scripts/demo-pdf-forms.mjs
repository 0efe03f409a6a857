// Generates the PDF forms of the demo (server/demo/media): a hot work permit of two pages, and a safety
// manual of 40 pages with a form at its end. Only needed to change them: the results are in the repository.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument, PDFHexString, PDFName, rgb, StandardFonts } from 'pdf-lib'
import { root } from './steps/install.mjs'

const folder = path.join(root, 'server/demo/media')
const [width, height, margin] = [612, 792, 48]
const ink = rgb(0.06, 0.09, 0.16)
const muted = rgb(0.28, 0.33, 0.41)
const line = rgb(0.58, 0.64, 0.72)
const accent = rgb(0.92, 0.35, 0.05)

async function begin(title) {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  pdf.setAuthor('Harbor & Pine Builders')
  const date = new Date('2026-01-05T08:00:00Z')
  pdf.setCreationDate(date)
  pdf.setModificationDate(date)
  pdf.setLanguage('en')
  const [plain, bold] = [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)]
  return { pdf, form: pdf.getForm(), plain, bold }
}

function sheet({ pdf, plain, bold }, heading, foot) {
  const page = pdf.addPage([width, height])
  page.drawRectangle({ x: 0, y: height - 12, width, height: 12, color: accent })
  page.drawText(heading, { x: margin, y: height - 58, size: 22, font: bold, color: ink })
  page.drawText('Harbor & Pine Builders', { x: margin, y: height - 34, size: 9, font: plain, color: muted })
  page.drawText(foot, { x: margin, y: 26, size: 9, font: plain, color: muted })
  page.drawLine({ start: { x: margin, y: 42 }, end: { x: width - margin, y: 42 }, thickness: 0.75, color: line })
  return page
}

const tip = (field, text) => field.acroField.dict.set(PDFName.of('TU'), PDFHexString.fromText(text))
const box = { borderColor: line, borderWidth: 0.75, backgroundColor: rgb(1, 1, 1) }

function kit(book) {
  const { pdf, form, plain, bold } = book
  const label = (page, text, x, y, font = plain) => page.drawText(text, { x, y, size: 10, font, color: ink })
  return {
    label,
    section(page, text, y) {
      page.drawText(text, { x: margin, y, size: 13, font: bold, color: ink })
      page.drawLine({ start: { x: margin, y: y - 6 }, end: { x: width - margin, y: y - 6 }, thickness: 1, color: accent })
    },
    text(page, name, words, { x, y, w, h = 20, required = false, multiline = false, max, comb = false }) {
      label(page, words + (required ? ' *' : ''), x, y + h + 4)
      const field = form.createTextField(name)
      if (multiline) field.enableMultiline()
      if (max) field.setMaxLength(max)
      if (comb) field.enableCombing()
      if (required) field.enableRequired()
      field.addToPage(page, { x, y, width: w, height: h, font: plain, ...box })
      field.setFontSize(10)
      tip(field, words)
    },
    tick(page, name, words, { x, y, required = false }) {
      const field = form.createCheckBox(name)
      field.addToPage(page, { x, y, width: 15, height: 15, ...box })
      if (required) field.enableRequired()
      tip(field, words)
      label(page, words + (required ? ' *' : ''), x + 22, y + 3)
    },
    choice(page, name, words, options, { x, y, step, required = false }) {
      label(page, words + (required ? ' *' : ''), x, y + 22)
      const field = form.createRadioGroup(name)
      options.forEach((option, at) => {
        field.addOptionToPage(option, page, { x: x + at * step, y, width: 15, height: 15, ...box })
        label(page, option, x + at * step + 20, y + 3)
      })
      if (required) field.enableRequired()
      tip(field, words)
    },
    combo(page, name, words, options, { x, y, w, required = false }) {
      label(page, words + (required ? ' *' : ''), x, y + 24)
      const field = form.createDropdown(name)
      field.addOptions(options)
      if (required) field.enableRequired()
      field.addToPage(page, { x, y, width: w, height: 20, font: plain, ...box })
      field.setFontSize(10)
      tip(field, words)
    },
    sign(page, name, words, { x, y, w, h = 46, required = true }) {
      label(page, words + (required ? ' *' : ''), x, y + h + 4)
      page.drawRectangle({ x, y, width: w, height: h, borderColor: line, borderWidth: 0.75 })
      const widget = pdf.context.register(
        pdf.context.obj({
          FT: 'Sig',
          Type: 'Annot',
          Subtype: 'Widget',
          T: PDFHexString.fromText(name),
          TU: PDFHexString.fromText(words),
          Rect: [x, y, x + w, y + h],
          P: page.ref,
          F: 4,
          Ff: required ? 2 : 0,
        }),
      )
      page.node.addAnnot(widget)
      form.acroForm.addField(widget)
    },
  }
}

async function permit() {
  const book = await begin('Hot Work Permit')
  const k = kit(book)
  const one = sheet(book, 'Hot Work Permit', 'Keep this permit at the place of work. Page 1 of 2')
  k.section(one, 'Where and what', 684)
  k.text(one, 'permit_no', 'Permit number', { x: 48, y: 630, w: 160, max: 8, comb: true })
  k.text(one, 'date', 'Date', { x: 228, y: 630, w: 120, required: true })
  k.text(one, 'valid_until', 'Valid until (time)', { x: 368, y: 630, w: 120, required: true })
  k.text(one, 'location', 'Place of work', { x: 48, y: 580, w: 300, required: true })
  k.combo(one, 'kind', 'Kind of work', ['Welding', 'Cutting', 'Grinding', 'Soldering', 'Roofing torch'], {
    x: 368,
    y: 580,
    w: 196,
    required: true,
  })
  k.text(one, 'description', 'What is done', { x: 48, y: 490, w: 516, h: 60, multiline: true })
  k.section(one, 'Before work starts', 452)
  const checks = [
    ['extinguisher', 'Fire extinguisher within reach, seal unbroken'],
    ['combustibles', 'Combustibles removed or covered within 10 m (35 ft)'],
    ['openings', 'Openings in floors and walls closed'],
    ['sprinklers', 'Sprinklers in service'],
    ['gas', 'Gas test done where there may be vapors'],
    ['screens', 'Screens up, passers-by kept away'],
  ]
  checks.forEach(([name, words], at) => k.tick(one, `checks.${name}`, words, { x: 48, y: 418 - at * 27, required: at < 2 }))
  k.choice(one, 'fire_watch', 'Fire watch', ['During', 'During and 60 min after', 'Not needed'], {
    x: 48,
    y: 222,
    step: 160,
    required: true,
  })
  k.text(one, 'welders', 'Number of workers', { x: 48, y: 160, w: 120 })
  k.text(one, 'company', 'Company', { x: 188, y: 160, w: 376 })
  const two = sheet(book, 'Hot Work Permit: agreement', 'A permit is good for one shift. Page 2 of 2')
  const rules = [
    'I have looked at the place of work and at what is below, above and behind it.',
    'I stop work at once when the fire watch says so, or when anything changes.',
    'I know where the nearest call point is, and the muster point.',
    'After work I stay, or the fire watch does, for as long as this permit says.',
  ]
  rules.forEach((rule, at) => k.label(two, `${at + 1}.  ${rule}`, 48, 690 - at * 24))
  k.section(two, 'Signatures', 570)
  k.text(two, 'worker_name', 'Name of the worker', { x: 48, y: 514, w: 240, required: true })
  k.sign(two, 'worker_signature', 'Signature of the worker', { x: 324, y: 500, w: 240 })
  k.text(two, 'watch_name', 'Name of the fire watch', { x: 48, y: 434, w: 240 })
  k.sign(two, 'watch_signature', 'Signature of the fire watch', { x: 324, y: 420, w: 240, required: false })
  k.section(two, 'After work', 378)
  k.text(two, 'finished_at', 'Work finished at', { x: 48, y: 322, w: 120 })
  k.text(two, 'remarks', 'Remarks', { x: 48, y: 220, w: 516, h: 80, multiline: true })
  writeFileSync(path.join(folder, 'hot-work-permit.pdf'), await book.pdf.save())
}

/** @type {[name: string, rules: string[]][]} */
const chapters = [
  [
    'Coming to work',
    [
      'Come rested and sober. Nobody works under the influence of anything.',
      'Check in at the gate, every day, and check out when you leave.',
      'Wear hard hat, vest, glasses and boots from the gate on.',
      'New on site? You get an orientation before your first task.',
    ],
  ],
  [
    'Ladders',
    [
      'Three points of contact, always.',
      'One metre (3 ft) above the landing, tied off.',
      'Four up, one out.',
      'A damaged ladder is tagged and taken away, not mended with tape.',
    ],
  ],
  [
    'Scaffolds',
    [
      'Look at the tag. No green tag, no step.',
      'Never move a board or a tie. Ask the scaffolder.',
      'Keep the deck clear; carry no more than its sign says.',
      'Rolling towers: brakes on, nobody up while it is moved.',
    ],
  ],
  [
    'Work at height',
    [
      'Above 1.8 m (6 ft) you are protected, or you are not there.',
      'Inspect your harness before you put it on.',
      'Tie off above your head where you can.',
      'Have a plan to get somebody down before anybody goes up.',
    ],
  ],
  [
    'Excavations',
    [
      'Call before you dig.',
      'Deeper than 1.5 m (5 ft): shored, sloped or shielded.',
      'Spoil stays 0.6 m (2 ft) from the edge.',
      'A way out within 7.5 m (25 ft) of everybody in it.',
    ],
  ],
  [
    'Electricity',
    [
      'Every hole is live until somebody has tested it.',
      'Lock out, tag out, try out.',
      'Leads up off the floor and out of the water.',
      'Ten feet from overhead lines, more for higher voltages.',
    ],
  ],
  [
    'Cranes and lifting',
    [
      'Stay out from under the load.',
      'One person signals, and the stop signal comes from anybody.',
      'Look at slings before each lift.',
      'Above the wind limit nothing flies.',
    ],
  ],
  [
    'Vehicles',
    [
      'See the driver and be seen by the driver.',
      'Nobody walks behind a machine that reverses.',
      'Keep to the walkways.',
      'Seat belt on, phone away.',
    ],
  ],
  [
    'Dust, noise and chemicals',
    [
      'Wet it or vacuum it: silica stays in the lungs.',
      'Fit your mask; beards leak.',
      'Read the label, know the sheet.',
      'Above 85 dB wear hearing protection.',
    ],
  ],
  [
    'When something happens',
    [
      'Stop. Make it safe if you can. Call.',
      'First aid is at the site office and at each hoist.',
      'When the siren sounds, go to the muster point and stay there.',
      'Report near misses: they are free lessons.',
    ],
  ],
]

async function manual() {
  const book = await begin('Site Safety Manual')
  const k = kit(book)
  const pages = 40
  const foot = (number) => `Site Safety Manual. Page ${number} of ${pages}`
  const first = sheet(book, 'Site Safety Manual', foot(1))
  k.label(first, 'Read all of it. The form on the last page says that you have; it is part of your file.', margin, 690)
  chapters.forEach(([name], at) => k.label(first, `${at + 1}.  ${name}`, margin, 650 - at * 22, book.bold))
  const parts = ['What goes wrong', 'What we do', 'Who is in charge', 'Before you start']
  for (let number = 2; number < pages; number++) {
    const [name, rules] = chapters[Math.min(chapters.length - 1, Math.floor((number - 2) / 3.8))]
    const part = parts[(number - 2) % parts.length]
    const page = sheet(book, `${name}: ${part.toLowerCase()}`, foot(number))
    rules.forEach((rule, at) => {
      const y = 680 - at * 120
      page.drawRectangle({ x: margin, y: y - 78, width: 84, height: 84, color: at % 2 ? rgb(0.99, 0.9, 0.75) : rgb(0.88, 0.93, 1) })
      page.drawText(String(at + 1), { x: margin + 32, y: y - 50, size: 34, font: book.bold, color: accent })
      page.drawText(rule, { x: margin + 104, y: y - 14, size: 13, font: book.bold, color: ink })
      page.drawText('Your foreman shows you how on your first day, and again when anything changes.', {
        x: margin + 104,
        y: y - 36,
        size: 10,
        font: book.plain,
        color: muted,
      })
      page.drawText('If you can not do it this way, stop and ask.', {
        x: margin + 104,
        y: y - 52,
        size: 10,
        font: book.plain,
        color: muted,
      })
    })
  }
  const last = sheet(book, 'I have read this manual', foot(pages))
  k.section(last, 'About you', 680)
  k.text(last, 'name', 'Full name', { x: 48, y: 626, w: 300, required: true })
  k.text(last, 'date', 'Date', { x: 368, y: 626, w: 196, required: true })
  k.combo(last, 'trade', 'Trade', ['Carpenter', 'Electrician', 'Ironworker', 'Laborer', 'Operator', 'Plumber', 'Other'], {
    x: 48,
    y: 576,
    w: 300,
    required: true,
  })
  k.text(last, 'years', 'Years in the trade', { x: 368, y: 576, w: 196 })
  k.choice(last, 'first_aid', 'Trained in first aid', ['Yes', 'No'], { x: 48, y: 516, step: 90, required: true })
  k.text(last, 'questions', 'What I want to ask my foreman', { x: 48, y: 420, w: 516, h: 66, multiline: true })
  k.section(last, 'My word', 388)
  k.tick(last, 'understood', 'I have read and understood all 40 pages', { x: 48, y: 352, required: true })
  k.tick(last, 'report', 'I report what is unsafe', { x: 48, y: 324 })
  k.sign(last, 'signature', 'Signature', { x: 48, y: 230, w: 300, h: 60 })
  writeFileSync(path.join(folder, 'safety-manual.pdf'), await book.pdf.save())
}

await permit()
await manual()
