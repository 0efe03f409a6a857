// node tests/pdf/makeForms.mjs: writes the small PDF forms of the tests. qpdf creates the compressed and
// the encrypted ones (Debian: qpdf).
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

const forms = path.join(import.meta.dirname, 'forms')

/** The PDF file with these objects, numbered from 1, and their cross-reference table. */
export function assemble(objects, trailer = '/Root 1 0 R') {
  let text = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A form of one page. `boxes` are its field dictionaries, from object 10 on; `more` are further objects. */
function form(boxes, { acroForm = '', page = '', more = [], fields, words: printed = '' } = {}) {
  const first = 10
  const content = `BT /F 10 Tf 40 800 Td (Permit to work) Tj ET${printed === '' ? '' : `\n${printed}`}`
  const refs = boxes.map((_, at) => `${first + at} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm 4 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F 6 0 R >> >> /Annots [${refs}] ${page} >>`,
    `<< /Fields [${fields ?? refs}] /DR << /Font << /Helv 6 0 R >> >> /DA (/Helv 0 Tf 0 g) ${acroForm} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Title (Permit to work) >>',
    '<< /Type /XObject /Subtype /Form /BBox [0 0 16 16] /Length 43 >>\nstream\n0 g 3 3 m 13 13 l 3 13 m 13 3 l 2 w S        \nendstream',
    '<< /Type /XObject /Subtype /Form /BBox [0 0 16 16] /Length 0 >>\nstream\n\nendstream',
    ...boxes,
    ...more,
  ]
  return assemble(objects, '/Root 1 0 R /Info 7 0 R')
}

const box = (x, y, w, h) => `/Type /Annot /Subtype /Widget /F 4 /P 3 0 R /Rect [${x} ${y} ${x + w} ${y + h}]`
const line = '/MK << /BC [0.4] >>'
const ticks = (on) => `/AP << /N << /${on} 8 0 R /Off 9 0 R >> >> /AS /Off`
const text = (name, at, more = '') => `<< ${box(40, at, 220, 20)} /FT /Tx /T (${name}) ${line} ${more} >>`

writeFileSync(
  path.join(forms, 'every-type.pdf'),
  form(
    [
      text('name', 760, '/TU (Full name) /Ff 2 /DA (/Helv 11 Tf 0 0 1 rg)'),
      `<< ${box(40, 690, 220, 60)} /FT /Tx /T (remarks) /Ff 4096 ${line} >>`,
      text('badge', 660, '/Ff 16777216 /MaxLen 8'),
      text('short', 630, '/MaxLen 5 /Q 1'),
      `<< ${box(40, 615, 30, 8)} /FT /Tx /T (tiny) /V (old) >>`,
      text('fixed', 585, '/Ff 1 /V (Do not touch)'),
      text('secret', 560, '/Ff 8192'),
      `<< ${box(300, 760, 16, 16)} /FT /Btn /T (agreed) ${ticks('Yes')} >>`,
      `<< ${box(300, 735, 16, 16)} /FT /Btn /T (plain) /MK << /BC [0] /CA (8) >> >>`,
      `<< ${box(300, 710, 16, 16)} /Parent 30 0 R ${ticks('Day')} >>`,
      `<< ${box(330, 710, 16, 16)} /Parent 30 0 R ${ticks('Night')} >>`,
      `<< ${box(300, 685, 16, 16)} /Parent 31 0 R ${ticks('0')} >>`,
      `<< ${box(330, 685, 16, 16)} /Parent 31 0 R ${ticks('1')} >>`,
      `<< ${box(360, 685, 16, 16)} /Parent 31 0 R ${ticks('2')} >>`,
      `<< ${box(300, 650, 200, 20)} /FT /Ch /T (trade) /Ff 131072 /Opt [[(el) (Electrician)] [(pl) (Plumber)] [(ro) (Roofer)]] /V (el) ${line} >>`,
      `<< ${box(300, 620, 200, 20)} /FT /Ch /T (site) /Ff 393216 /Opt [(North) (South)] ${line} >>`,
      `<< ${box(300, 540, 200, 60)} /FT /Ch /T (ppe) /Ff 2097152 /Opt [(Helmet) (Gloves) (Harness) (Goggles)] ${line} >>`,
      `<< ${box(40, 480, 200, 50)} /FT /Sig /T (signature) /TU (Signature of the supervisor) >>`,
      `<< ${box(300, 480, 100, 24)} /FT /Btn /T (print) /Ff 65536 /MK << /CA (Print) >> >>`,
      `<< ${box(40, 440, 100, 20)} /Parent 32 0 R /T (first) ${line} >>`,
    ],
    {
      more: [
        '<< /FT /Btn /T (shift) /Kids [19 0 R 20 0 R] >>',
        '<< /FT /Btn /Ff 49152 /T (answer) /Kids [21 0 R 22 0 R 23 0 R] /Opt [(Yes) (No) (Not sure)] /V /Off >>',
        '<< /T (crew) /Kids [29 0 R] /FT /Tx >>',
      ],
      fields: '10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R 16 0 R 17 0 R 18 0 R 30 0 R 31 0 R 24 0 R 25 0 R 26 0 R 27 0 R 28 0 R 32 0 R',
      acroForm: '/CO [13 0 R 10 0 R]',
    },
  ),
)

/**
 * Properties that other programs leave out: fonts, appearance pictures, the form's own field list; a
 * rotated page; and a flag that viewers must draw all fields.
 */
writeFileSync(
  path.join(forms, 'left-out.pdf'),
  form(
    [
      `<< ${box(40, 760, 220, 20)} /FT /Tx /T (nofont) /DA (0 g) >>`,
      `<< ${box(40, 730, 220, 20)} /FT /Tx /T (held) /V (Held before) >>`,
      `<< ${box(40, 640, 20, 80)} /FT /Tx /T (upright) /MK << /R 90 >> >>`,
      `<< ${box(300, 640, 120, 60)} /FT /Ch /T (list) /Opt [(\u00fe\u00ff\u05e9\u05dc\u05d5\u05dd) (plain)] >>`,
      `<< ${box(300, 760, 16, 16)} /FT /Btn /T (tick) >>`,
      `<< ${box(300, 730, 90, 16)} /FT /Tx /T (orphan) >>`,
    ].map((dict) => dict.replace('\u00fe\u00ff\u05e9\u05dc\u05d5\u05dd', '\\376\\377\\005\\351\\005\\334\\005\\325\\005\\335')),
    { acroForm: '/NeedAppearances true', page: '/Rotate 90', fields: '10 0 R 11 0 R 12 0 R 13 0 R 14 0 R' },
  ),
)

/**
 * Properties that writers get wrong: states without a name, flags only on the boxes, ticks without an area, and
 * limits of the values.
 */
writeFileSync(
  path.join(forms, 'awkward.pdf'),
  form(
    [
      `<< ${box(40, 760, 16, 16)} /Parent 20 0 R ${ticks('')} >>`,
      `<< ${box(40, 730, 16, 16)} /Parent 21 0 R /FT /Btn /Ff 49152 ${ticks('1')} >>`,
      `<< ${box(70, 730, 16, 16)} /Parent 21 0 R /FT /Btn /Ff 49152 ${ticks('2')} >>`,
      `<< ${box(40, 700, 16, 16)} /FT /Btn /T (flat) /MK << /BC [0] >> /AP << /N << /on 22 0 R /Off /Off >> >> /AS /Off >>`,
      text('zip', 660, '/MaxLen 5'),
      text('office', 630, '/Ff 1 /V (Leave it)'),
      `<< ${box(300, 760, 200, 20)} /FT /Ch /T (one) /Ff 131072 /Opt [[(a) (Alpha)] [(b) (Beta)]] ${line} >>`,
      `<< ${box(300, 690, 200, 50)} /FT /Ch /T (only) /Opt [(North) (South)] ${line} >>`,
      `<< ${box(300, 600, 200, 50)} /FT /Tx /T (note) /Ff 4096 ${line} >>`,
      text('amount', 600, '/AA << /K << /S /JavaScript /JS (AFNumber_Keystroke\\(2, 0, 0, 0, "", true\\);) >> >>'),
    ],
    {
      more: [
        '<< /FT /Btn /Ff 49152 /T (nameless) /Kids [10 0 R] /V /Off >>',
        '<< /T (kidflags) /Kids [11 0 R 12 0 R] >>',
        '<< /Length 20 >>\nstream\n0 0 m 9 9 l S        \nendstream',
      ],
      fields: '20 0 R 21 0 R 13 0 R 14 0 R 15 0 R 16 0 R 17 0 R 18 0 R 19 0 R',
    },
  ),
)

const js = (key, script) => `/${key} << /S /JavaScript /JS (${script.replace(/[()\\]/g, '\\$&')}) >>`
const words = (...lines) => lines.map(([x, y, said]) => `BT /F 9 Tf ${x} ${y} Td (${said}) Tj ET`).join('\n')

/**
 * A permit as authors draw it: labels are printed on the page and no field has a tooltip, scripts check numbers
 * and dates, and the options of its radio buttons have other names than their pictures.
 */
writeFileSync(
  path.join(forms, 'scripted.pdf'),
  form(
    [
      `<< ${box(140, 758, 160, 14)} /FT /Tx /T (undefined) /Ff 2 ${line} >>`,
      `<< ${box(140, 736, 60, 14)} /FT /Tx /T (undefined_2) ${line} /AA << ${js('K', 'AFNumber_Keystroke(1, 0, 0, 0, "", true);')} ${js('F', 'AFNumber_Format(1, 0, 0, 0, "", true);')} >> >>`,
      `<< ${box(300, 736, 80, 14)} /FT /Tx /T (undefined_3) ${line} /AA << ${js('K', 'AFDate_KeystrokeEx("mm/dd/yyyy");')} ${js('F', 'AFDate_FormatEx("mm/dd/yyyy");')} >> >>`,
      `<< ${box(180, 710, 12, 12)} /Parent 24 0 R ${ticks('0')} >>`,
      `<< ${box(230, 710, 12, 12)} /Parent 24 0 R ${ticks('1')} >>`,
      `<< ${box(180, 690, 12, 12)} /Parent 25 0 R ${ticks('0')} >>`,
      `<< ${box(40, 640, 200, 14)} /FT /Tx /T (Text1) ${line} >>`,
      `<< ${box(250, 640, 60, 14)} /FT /Tx /T (Text2) ${line} /AA << ${js('K', 'AFNumber_Keystroke(0, 0, 0, 0, "", true);')} >> >>`,
      `<< ${box(40, 622, 200, 14)} /FT /Tx /T (Text3) ${line} >>`,
      `<< ${box(250, 622, 60, 14)} /FT /Tx /T (Text4) ${line} /AA << ${js('K', 'AFNumber_Keystroke(0, 0, 0, 0, "", true);')} >> >>`,
      `<< ${box(250, 600, 60, 14)} /FT /Tx /T (sum) /Ff 1 ${line} /AA << ${js('C', 'AFSimple_Calculate("SUM", new Array("Text2", "Text4"));')} >> >>`,
      `<< ${box(40, 560, 12, 12)} /FT /Btn /T (Check Box7) ${ticks('Yes')} >>`,
      `<< ${box(40, 500, 200, 40)} /FT /Sig /T (Signature8) /Ff 2 >>`,
      `<< ${box(320, 500, 120, 20)} /FT /Tx /T (Mail) /Ff 2 ${line} >>`,
    ],
    {
      more: [
        `<< /FT /Btn /Ff 49152 /T (Group5) /Kids [13 0 R 14 0 R] /Opt [(Yes) (No)] /V /Off >>`,
        `<< /FT /Btn /Ff 49152 /T (Group6) /Kids [15 0 R] /Opt [(Oui)] /V /Off >>`,
      ],
      fields: '10 0 R 11 0 R 12 0 R 24 0 R 25 0 R 16 0 R 17 0 R 18 0 R 19 0 R 20 0 R 21 0 R 22 0 R 23 0 R',
      acroForm: '/CO [20 0 R]',
      words: words(
        [40, 761, 'Name of the worker:'],
        [40, 739, 'Hours:'],
        [250, 739, 'Date'],
        [40, 712, 'Fit for work today?'],
        [195, 712, 'Yes'],
        [245, 712, 'No'],
        [40, 692, 'Trained'],
        [195, 692, 'Oui'],
        [40, 658, 'Material'],
        [250, 658, 'Quantity'],
        [215, 603, 'Total'],
        [58, 562, 'I have read the method statement'],
        [40, 488, 'Signature of the supervisor'],
        [320, 524, 'E-mail address'],
      ),
    },
  ),
)

writeFileSync(
  path.join(forms, 'hybrid.pdf'),
  form(
    [
      `<< ${box(40, 760, 220, 20)} /FT /Tx /Parent 12 0 R /T (Name[0]) >>`,
      `<< ${box(40, 730, 220, 20)} /FT /Tx /Parent 12 0 R /T (Firm[0]) >>`,
    ],
    {
      fields: '12 0 R',
      acroForm: '/XFA [(template) 13 0 R (datasets) 14 0 R]',
      more: [
        '<< /T (form1[0]) /Kids [10 0 R 11 0 R] >>',
        '<< /Length 12 >>\nstream\n<template/>  \nendstream',
        '<< /Length 147 >>\nstream\n<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><Name>old</Name><Keep a="1"/></form1></xfa:data></xfa:datasets>\nendstream',
      ],
    },
  ),
)

writeFileSync(
  path.join(forms, 'flat.pdf'),
  assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]),
)

const from = path.join(forms, 'every-type.pdf')
const locked = { 'locked-rc4.pdf': ['40'], 'locked-128.pdf': ['128', '--use-aes=y'], 'locked-256.pdf': ['256'] }
for (const [name, [bits, ...more]] of Object.entries(locked))
  execFileSync('qpdf', [
    '--allow-weak-crypto',
    '--encrypt',
    name === 'locked-256.pdf' ? 'Kran 7' : '',
    'owner',
    bits,
    ...more,
    '--',
    from,
    path.join(forms, name),
  ])
execFileSync('qpdf', ['--object-streams=generate', from, path.join(forms, 'packed.pdf')])
