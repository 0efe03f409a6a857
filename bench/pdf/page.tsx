import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import type { PageData } from '../../contract/endpoints/pages.ts'
import type { PageHost } from '../../src/engine/PageHost.ts'
import { PdfFormScreen } from '../../src/features/pdf-form/PdfFormScreen.tsx'
import { messages as first } from '../../locales/en/first.po'
import { messages as later } from '../../locales/en/later.po'
import { readInWorker, writeInWorker } from '../../src/pdf/readInWorker.ts'
import { setOwner } from '../../src/store/identity/getOwner.ts'
import '../../src/ui/look.ts'
import '../../src/ui/controls/controls.module.css'
import { timeKeys, until, walk } from './walk.ts'
import * as pdfFormStyles from '../../src/features/pdf-form/pdfForm.module.css'
import * as pdfPagesStyles from '../../src/ui/pdf-pages/pdfPages.module.css'

i18n.loadAndActivate({ locale: 'en', messages: { ...first, ...later } })

const host: PageHost = {
  embedded: false,
  busy: () => () => undefined,
  finish: () => undefined,
  fail: () => undefined,
  reload: () => undefined,
  dirty: () => undefined,
  run: () => Promise.resolve(),
  navigate: () => undefined,
}
const root = createRoot(document.getElementById('root') as HTMLElement)
const sheet = (page: number) => document.querySelector<HTMLElement>(`[data-page="${page}"]`)
const drawn = (page: number) => sheet(page)?.querySelector('canvas[data-drawn]') != null
const ready = (fields: number) => document.querySelectorAll(`.${pdfFormStyles.widget}`).length >= fields

Object.assign(window, {
  bench: {
    keys: timeKeys(),
    /** Returns the ms until the first page is painted, and until `fields` fields can be filled in. */
    async open(source: string, fields: number): Promise<{ page: number; fields: number }> {
      await setOwner('u:bench')
      const data = {
        component: 'pdfForm',
        form: { name: 'Bench', pdf: { source, forceRead: false }, children: [] },
        record: { path: 'forms/bench/:new', rev: 0, model: {} },
      } as unknown as PageData
      const from = performance.now()
      root.render(
        <I18nProvider i18n={i18n}>
          <PdfFormScreen data={data} host={host} address="/api/forms/bench.json" owner="u:bench" />
        </I18nProvider>,
      )
      const [page, filled] = await Promise.all([until(() => drawn(1)), until(() => ready(fields))])
      return { page: page - from, fields: filled - from }
    },
    walk: () =>
      walk({
        box: () => document.querySelector(`.${pdfPagesStyles.root}`) as HTMLElement,
        sheet,
        drawn,
        pages: document.querySelectorAll('[data-page]').length,
      }),
    /** Returns the ms to write one text and all texts of a loaded document, and to read the result (`again`). */
    async save(source: string): Promise<{ one: number; all: number; again: number }> {
      const bytes = new Uint8Array(await (await fetch(source)).arrayBuffer())
      const { fields } = await readInWorker(bytes)
      const texts = fields.filter(({ type }) => type === 'text').map(({ name }) => [name, 'Ana Souza'] as const)
      const write = async (some: typeof texts) => {
        const from = performance.now()
        const filled = await writeInWorker(bytes.slice(), { values: Object.fromEntries(some) })
        return { ms: performance.now() - from, filled }
      }
      const one = await write(texts.slice(0, 1))
      const all = await write(texts)
      const from = performance.now()
      await readInWorker(all.filled)
      return { one: one.ms, all: all.ms, again: performance.now() - from }
    },
  },
})
