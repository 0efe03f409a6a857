// Generates the training video and documents of the demo (server/demo/media). Needs ffmpeg with libvpx-vp9
// (Debian: apt install ffmpeg) and the browser of the tests. Only needed to change them: the results are in
// the repository.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { root } from './steps/install.mjs'

const folder = path.join(root, 'server/demo/media')
const [width, height, perSecond, sceneSeconds] = [640, 360, 10, 4]

const ease = (t, from, to) => {
  const x = Math.min(1, Math.max(0, (t - from) / (to - from)))
  return x * x * (3 - 2 * x)
}
const box = (x, y, w, h, fill, r = 0, more = '') => `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" ${more}/>`
const dot = (x, y, r, fill, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`

/** Draws a worker, 150 high, feet at (x, y). Each part appears according to its value (0 to 1). */
function worker(x, y, { hat = 1, vest = 1, boots = 1, glasses = 1, step = 0, scale = 1, arm = 0 } = {}) {
  const leg = Math.sin(step) * 10
  return `<g transform="translate(${x} ${y}) scale(${scale})">
    ${box(-16 + leg, -52, 13, 52, '#334155', 5)}${box(3 - leg, -52, 13, 52, '#334155', 5)}
    <g opacity="${boots}">${box(-20 + leg, -13, 20, 13, '#92400e', 4)}${box(0 - leg, -13, 20, 13, '#92400e', 4)}</g>
    ${box(-22, -110, 44, 62, '#64748b', 12)}
    <g opacity="${vest}">${box(-22, -110, 44, 62, '#f97316', 12)}${box(-22, -84, 44, 8, '#fde047')}${box(-14, -110, 7, 62, '#fde047')}${box(7, -110, 7, 62, '#fde047')}</g>
    ${box(-33, -106, 11, 46, '#64748b', 5)}
    <g transform="rotate(${-arm} 27 -102)">${box(22, -106, 11, 46, '#64748b', 5)}${dot(27.5, -58, 7, '#d6a47c')}</g>
    ${dot(0, -128, 17, '#d6a47c')}
    <g opacity="${glasses}">${box(-13, -132, 11, 8, '#0f172a', 3)}${box(2, -132, 11, 8, '#0f172a', 3)}${box(-3, -130, 6, 3, '#0f172a')}</g>
    <g opacity="${hat}"><path d="M-20-134a20 18 0 0 1 40 0z" fill="#facc15"/>${box(-24, -137, 48, 6, '#eab308', 3)}</g></g>`
}
const sign = (x, y, fill, inside) => `<g transform="translate(${x} ${y})">${dot(0, 0, 46, fill)}${inside}</g>`
const tick = (at) =>
  `<path d="M-18 2l12 13 24-28" fill="none" stroke="#fff" stroke-width="9" stroke-linecap="round" stroke-linejoin="round" stroke-dasharray="60" stroke-dashoffset="${60 - 60 * at}"/>`

const scenes = [
  // Protective equipment.
  (t) =>
    worker(220, 320, { hat: ease(t, 0.4, 0.8), vest: ease(t, 1, 1.4), boots: ease(t, 1.6, 2), glasses: ease(t, 2.2, 2.6), scale: 1.7 }) +
    (t > 2.8 ? sign(460, 180, '#15803d', tick(ease(t, 2.8, 3.3))) : ''),
  // Machines have right of way: wait, then pass.
  (t) => {
    const truck = -200 + ease(t, 0, 2.6) * 1000
    const walk = ease(t, 2.6, 3.9)
    return `${box(0, 210, 640, 96, '#475569')}${[0, 1, 2, 3, 4, 5].map((n) => box(292, 214 + n * 16, 56, 9, '#f8fafc')).join('')}
      ${worker(320, 212 + 120 * walk, { step: walk * 14, scale: 0.8 })}
      <g transform="translate(${truck} 0)">${box(0, 190, 120, 66, '#f59e0b', 6)}${box(122, 208, 52, 48, '#fbbf24', 6)}${box(138, 214, 28, 20, '#bae6fd', 3)}${dot(30, 262, 17, '#0f172a')}${dot(92, 262, 17, '#0f172a')}${dot(146, 262, 17, '#0f172a')}</g>
      ${t < 2.5 ? sign(540, 96, '#b91c1c', box(-12, -24, 24, 48, '#fff', 3)) : sign(540, 96, '#15803d', tick(1))}`
  },
  // A problem: stop and call.
  (t) =>
    `${box(60, 292, 520, 12, '#94a3b8')}${worker(180, 296, { arm: 150 * ease(t, 0.4, 0.9), scale: 1.35 })}
      <g transform="translate(420 190) rotate(${t > 1.6 ? Math.sin(t * 30) * 5 : 0})" opacity="${ease(t, 1.2, 1.6)}">${box(-46, -84, 92, 168, '#0f172a', 16)}${box(-38, -68, 76, 126, '#e2e8f0', 6)}
        ${dot(0, 20, 26, '#15803d')}<path d="M-11 10q2 18 22 22l5-7-9-6-4 3q-5-3-6-8l4-3-4-9z" fill="#fff"/>${dot(0, 72, 6, '#94a3b8')}</g>
      <g transform="translate(300 96)" opacity="${ease(t, 0.3, 0.7)}"><path d="M0-40 44 36H-44z" fill="#facc15" stroke="#0f172a" stroke-width="6" stroke-linejoin="round"/>${box(-4, -14, 8, 26, '#0f172a', 3)}${dot(0, 22, 5, '#0f172a')}</g>`,
  // The siren: all people go to the muster point.
  (t) => {
    const go = ease(t, 0.6, 3.3)
    return `${box(0, 296, 640, 64, '#cbd5e1')}
      <g transform="translate(70 70)">${box(-24, -14, 48, 40, Math.floor(t * 4) % 2 ? '#ef4444' : '#b91c1c', 10)}${box(-32, 26, 64, 10, '#334155', 3)}
        ${[1, 2, 3].map((n) => `<path d="M${30 + n * 12}-${10 + n * 8}q${8 + n * 4} ${16 + n * 5} 0 ${32 + n * 12}" fill="none" stroke="#ef4444" stroke-width="5" opacity="${(t * 2 + n / 3) % 1}"/>`).join('')}</g>
      <g transform="translate(520 150)">${box(-66, -66, 132, 132, '#15803d', 8)}${box(-5, 66, 10, 90, '#64748b')}
        ${[-20, 0, 20].map((x) => `${dot(x, -12, 8, '#fff')}${box(x - 9, 0, 18, 30, '#fff', 5)}`).join('')}
        ${[
          [-36, -36, 180],
          [36, -36, 270],
          [36, 36, 0],
          [-36, 36, 90],
        ]
          .map(([x, y, turn]) => `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0h16l-5 5 9 9-5 5-9-9-6 6z" fill="#fff"/>`)
          .join('')}</g>
      ${[0, 1, 2].map((n) => worker(60 + n * 80 + go * (330 - n * 20), 330 + n * 8, { step: go * 26 + n, scale: 0.85 })).join('')}`
  },
]

const page = (n, t) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${box(0, 0, width, height, '#e2e8f0')}${scenes[n](t)}
    ${scenes.map((_, at) => dot(40 + at * 22, 26, 7, at === n ? '#ea580c' : '#94a3b8')).join('')}</svg>`

async function video() {
  const frames = mkdtempSync(path.join(tmpdir(), 'muster-frames-'))
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  const tab = await browser.newPage({ viewport: { width, height } })
  let frame = 0
  for (let n = 0; n < scenes.length; n++) {
    for (let at = 0; at < sceneSeconds * perSecond; at++) {
      await tab.setContent(`<style>body{margin:0}svg{display:block}</style>${page(n, at / perSecond)}`)
      await tab.screenshot({ path: path.join(frames, `${String(frame++).padStart(4, '0')}.png`) })
    }
  }
  await browser.close()
  const args =
    '-c:v libvpx-vp9 -pix_fmt yuv420p -b:v 0 -crf 40 -g 20 -row-mt 1 -deadline good -cpu-used 1 -an -bitexact -map_metadata -1'.split(' ')
  const to = path.join(folder, 'site-safety.webm')
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-framerate', String(perSecond), '-i', path.join(frames, '%04d.png'), ...args, to])
  rmSync(frames, { recursive: true })
}

const captions = {
  en: [
    'Hard hat, vest, boots and glasses: from the gate on, always.',
    'Machines have right of way. Stop, wait, then pass on the marked path.',
    'Something is wrong? Stop the work, warn the others, call.',
    'The siren sounds: leave everything and go to the muster point.',
  ],
  es: [
    'Casco, chaleco, botas y lentes: desde la entrada y siempre.',
    'Las máquinas tienen preferencia. Deténgase, espere y cruce por el paso marcado.',
    '¿Algo está mal? Pare el trabajo, avise a los demás y llame.',
    'Suena la sirena: deje todo y vaya al punto de reunión.',
  ],
  pt: [
    'Capacete, colete, botas e óculos: do portão para dentro, sempre.',
    'As máquinas têm preferência. Pare, espere e passe pelo caminho marcado.',
    'Algo está errado? Pare o serviço, avise os outros e ligue.',
    'A sirene toca: largue tudo e vá ao ponto de encontro.',
  ],
}
captions['en-au'] = captions.en.map((text) => text.replace('Hard hat, vest', 'Hard hat, hi-vis').replace('Machines have', 'Plant has'))

function subtitles() {
  const at = (seconds) => `00:00:${String(seconds).padStart(2, '0')}.000`
  for (const [language, texts] of Object.entries(captions)) {
    const cues = texts.map((text, n) => `${at(n * sceneSeconds)} --> ${at((n + 1) * sceneSeconds)}\n${text}\n`)
    writeFileSync(path.join(folder, `site-safety.${language}.vtt`), `WEBVTT\n\n${cues.join('\n')}`)
  }
}

const rules = {
  en: {
    title: 'Site rules',
    pages: [
      [
        'Every day',
        [
          'Come and go only through the gate.',
          'Check in when you come, check out when you leave.',
          'Hard hat, vest, boots, glasses.',
          'Walk on the marked paths.',
          'No phone in your hand while you walk.',
          'Keep your work place tidy: most falls begin on the floor.',
        ],
      ],
      [
        'Before you start',
        [
          'Hot work, digging, confined spaces, crane lifts and live electricity need a permit.',
          'Get it at the site office, before you start.',
          'Look at your tools. Damaged ones go out of use.',
          'Above 6 ft (1.8 m) without a guard rail: harness, clipped on.',
          'Never take away a guard rail or a cover without the foreman.',
        ],
      ],
      [
        'When something goes wrong',
        [
          'Stop. Warn the others. Call 911, then the site office.',
          'Siren: leave everything and go to the muster point beside the gate.',
          'Stay there until your name has been called.',
          'Report every injury and every near miss on the same day.',
          'Anybody may stop unsafe work. Nobody is blamed for it.',
        ],
      ],
    ],
  },
  es: {
    title: 'Reglas de la obra',
    pages: [
      [
        'Todos los días',
        [
          'Entre y salga solo por la entrada principal.',
          'Regístrese al llegar y al irse.',
          'Casco, chaleco, botas y lentes.',
          'Camine por los pasos marcados.',
          'No camine con el teléfono en la mano.',
          'Mantenga ordenado su lugar: la mayoría de las caídas empiezan en el piso.',
        ],
      ],
      [
        'Antes de empezar',
        [
          'Trabajo en caliente, excavación, espacios confinados, izaje y electricidad con tensión requieren permiso.',
          'Pídalo en la oficina de obra antes de empezar.',
          'Revise sus herramientas. Las dañadas no se usan.',
          'A más de 1,8 m (6 pies) sin baranda: arnés enganchado.',
          'Nunca quite una baranda ni una tapa sin el capataz.',
        ],
      ],
      [
        'Cuando algo sale mal',
        [
          'Deténgase. Avise a los demás. Llame al 911 y luego a la oficina.',
          'Sirena: deje todo y vaya al punto de reunión junto a la entrada.',
          'Quédese allí hasta que digan su nombre.',
          'Informe toda lesión y todo casi accidente el mismo día.',
          'Cualquiera puede parar un trabajo inseguro. A nadie se le culpa por eso.',
        ],
      ],
    ],
  },
  pt: {
    title: 'Regras da obra',
    pages: [
      [
        'Todos os dias',
        [
          'Entre e saia só pelo portão.',
          'Registre-se na entrada e na saída.',
          'Capacete, colete, botas e óculos.',
          'Ande pelos caminhos marcados.',
          'Não ande com o celular na mão.',
          'Mantenha seu lugar arrumado: a maioria das quedas começa no chão.',
        ],
      ],
      [
        'Antes de começar',
        [
          'Trabalho a quente, escavação, espaço confinado, içamento e eletricidade energizada exigem permissão.',
          'Peça no escritório da obra antes de começar.',
          'Olhe suas ferramentas. As danificadas não se usam.',
          'Acima de 1,8 m (6 pés) sem guarda-corpo: cinto preso.',
          'Nunca tire um guarda-corpo ou uma tampa sem o encarregado.',
        ],
      ],
      [
        'Quando algo dá errado',
        [
          'Pare. Avise os outros. Ligue 911 e depois para o escritório.',
          'Sirene: largue tudo e vá ao ponto de encontro ao lado do portão.',
          'Fique lá até chamarem seu nome.',
          'Comunique toda lesão e todo quase acidente no mesmo dia.',
          'Qualquer pessoa pode parar um serviço inseguro. Ninguém é culpado por isso.',
        ],
      ],
    ],
  },
}
const australian = [
  ['Check in when you come, check out when you leave.', 'Sign in when you come, sign out when you leave.'],
  ['Above 6 ft (1.8 m)', 'Above 2 m'],
  ['without the foreman', 'without the leading hand'],
  ['Call 911', 'Call 000'],
]
const inAustralia = (text) => australian.reduce((so, [from, to]) => so.replace(from, to), text)
rules['en-au'] = { ...rules.en, pages: rules.en.pages.map(([head, lines]) => [head, lines.map(inAustralia)]) }

async function documents() {
  for (const [language, { title, pages }] of Object.entries(rules)) {
    const pdf = await PDFDocument.create()
    const [plain, bold] = [await pdf.embedFont(StandardFonts.Helvetica), await pdf.embedFont(StandardFonts.HelveticaBold)]
    pdf.setTitle(title, { showInWindowTitleBar: true })
    pdf.setLanguage(language)
    for (const date of ['setCreationDate', 'setModificationDate']) pdf[date](new Date('2026-01-01T00:00:00Z'))
    const wrap = (text, size, most) => {
      const lines = ['']
      for (const word of text.split(' ')) {
        const longer = `${lines.at(-1)} ${word}`.trim()
        if (plain.widthOfTextAtSize(longer, size) <= most) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines
    }
    for (const [n, [head, lines]] of pages.entries()) {
      const sheet = pdf.addPage([420, 595])
      sheet.drawRectangle({ x: 0, y: 505, width: 420, height: 90, color: rgb(0.12, 0.16, 0.23) })
      sheet.drawText(title, { x: 32, y: 556, size: 13, font: plain, color: rgb(1, 0.72, 0.35) })
      sheet.drawText(`${n + 1}. ${String(head)}`, { x: 32, y: 526, size: 24, font: bold, color: rgb(1, 1, 1) })
      let y = 462
      for (const line of lines) {
        sheet.drawCircle({ x: 38, y: y + 6, size: 5, color: rgb(0.92, 0.35, 0.05) })
        for (const part of wrap(line, 17, 330)) {
          sheet.drawText(part, { x: 56, y, size: 17, font: plain, color: rgb(0.06, 0.09, 0.16) })
          y -= 24
        }
        y -= 16
      }
      sheet.drawText(`${n + 1} / ${pages.length}`, { x: 360, y: 24, size: 12, font: plain, color: rgb(0.35, 0.4, 0.5) })
    }
    writeFileSync(path.join(folder, `site-rules.${language}.pdf`), await pdf.save())
  }
}

subtitles()
await documents()
if (!process.argv.includes('--texts')) await video()
for (const name of readdirSync(folder)) console.log(`${(statSync(path.join(folder, name)).size / 1000).toFixed(1).padStart(7)} kB  ${name}`)
