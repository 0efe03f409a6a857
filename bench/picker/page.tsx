import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import MiniSearch from 'minisearch'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { lineOf, SearchIndex } from '../../src/lib/search/searchIndex.ts'
import { typedWords } from '../../src/lib/search/searchTerms.ts'
import '../../src/ui/look.ts'
import { ListPickerDialog } from '../../src/ui/list-picker/ListPickerDialog.tsx'
import type { PickItem } from '../../src/ui/list-picker/pickItem.ts'
import { messages as first } from '../../locales/en/first.po'
import { messages as later } from '../../locales/en/later.po'
import '../../src/ui/controls/controls.module.css'

// As in the app: catalogs are compiled in advance, not parsed at every render.
i18n.loadAndActivate({ locale: 'en', messages: { ...first, ...later } })

const given =
  'Carlos Luis Miguel Rosa Jorge Ana Pedro Elena Raul Diego Sofía Héctor James Emily Robert Sarah Michael Megan Tyler Hannah'.split(' ')
const family =
  'García Hernández López Walker Bennett Foster Murphy Sullivan Okafor Nguyen Silva Santos Kowalczyk Petrov Mensah Singh Patel'.split(' ')
const firms = ['Keystone Concrete', 'Ironline Steel Erectors', 'Bluewater Plumbing', 'Voltmark Electric', 'Harbor & Pine Builders']
const pick = (list: readonly string[], n: number) => list[n % list.length] as string

/** 50,000 people with their companies, the same in every run. */
const people: PickItem[] = Array.from({ length: 50_000 }, (_, n) => ({
  id: `p${n}`,
  label: `${pick(given, n * 7 + (n >> 5))} ${pick(family, n * 11 + (n >> 3))} ${n}`,
  searchTerms: pick(firms, n * 3),
}))
/** The same number of places in three levels. */
const places: PickItem[] = Array.from({ length: 50_000 }, (_, n) => ({
  id: `l${n}`,
  label: `Block ${Math.floor(n / 1000) + 1} > Level ${Math.floor((n % 1000) / 50) + 1} > Room ${n}`,
}))

const root = createRoot(document.getElementById('root') as HTMLElement)
const painted = () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))

const draw = (items: PickItem[] | undefined) =>
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        {items ? (
          <ListPickerDialog config={{ title: 'Person', items, favourites: 'bench' }} onPick={() => undefined} onCancel={() => undefined} />
        ) : null}
      </I18nProvider>,
    ),
  )

const count = () => [...document.querySelectorAll('dialog [role=status]')].map((each) => each.textContent ?? '').find(Boolean) ?? ''

/** The ms from each key (browser timestamp) until the list shows its result. */
const keys: number[] = []
let pending: { readonly pressed: number; readonly before: string } | undefined
const listen = () => {
  // If a key does not change the result, the next key replaces it.
  document.addEventListener('keydown', (event) => (pending = { pressed: event.timeStamp, before: count() }), true)
  // Polling every frame would itself be a large part of the measured time.
  new MutationObserver(() => {
    if (!pending || count() === pending.before) return
    const { pressed } = pending
    pending = undefined
    void painted().then((at) => keys.push(at - pressed))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
listen()

/** The API of the peer, which is installed only for the measurement. */
interface Peer {
  addAll(items: readonly object[]): void
  search(text: string): readonly unknown[]
}
let mini: Peer | undefined
let own: SearchIndex | undefined
const questions = ['c', 'ca', 'garcia', 'jam', 'jam wal', 'k', 'iron', 'ana s', '4', '4123', 'zz', 'voltmark rosa', 'mi mu 1']

Object.assign(window, {
  bench: {
    keys,
    async open(nested: boolean): Promise<number> {
      const from = performance.now()
      draw(nested ? places : people)
      return (await painted()) - from
    },
    close: () => draw(undefined),
    /** Builds both indexes over the same lines; ms each. */
    build(): { own: number; mini: number } {
      const from = performance.now()
      own = new SearchIndex()
      own.add(people.map(({ label, searchTerms }) => lineOf(label, String(searchTerms))))
      own.find([])
      const between = performance.now()
      mini = new MiniSearch({ fields: ['label', 'searchTerms'], searchOptions: { prefix: true, combineWith: 'AND' } })
      mini.addAll(people)
      return { own: between - from, mini: performance.now() - between }
    },
    /**
     * Returns the ms per question when a list of questions is asked in turn, all hits included, and the
     * number of hits.
     */
    ask(which: 'own' | 'mini'): { ms: number; found: number } {
      let found = 0
      const from = performance.now()
      for (const text of questions) found += which === 'own' ? (own?.find(typedWords(text)).length ?? 0) : (mini?.search(text).length ?? 0)
      return { ms: (performance.now() - from) / questions.length, found }
    },
  },
})
