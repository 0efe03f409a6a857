import { findWaiting, type Findings } from './waiting.ts'
import { wordsFor } from './wordsFor.ts'

const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const preference = (name: string) => kept(`muster:preference:${name}`)?.replaceAll('"', '')

const { lang, words } = wordsFor([preference('language') ?? '', ...navigator.languages])
document.documentElement.lang = lang
document.documentElement.dataset['theme'] = preference('theme') ?? 'system'
document.title = `${words.title} · Muster`

const place = (id: string) => document.getElementById(id) as HTMLElement
place('title').textContent = words.title
place('lead').textContent = words.lead
place('open').textContent = words.open
const status = place('status')
status.textContent = words.looking

function show(found: Findings): void {
  const when = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  for (const { kind, title, at } of found.waiting) {
    const name = document.createElement('strong')
    name.textContent = title === undefined ? words.other : title || words.unknown
    const about = document.createElement('span')
    about.textContent = [words[kind], ...(Number.isFinite(at) ? [when.format(at)] : [])].join(' · ')
    const row = document.createElement('li')
    row.append(name, about)
    place('list').append(row)
  }
  const troubles = [
    ...(found.trouble === undefined ? [] : [words.trouble + found.trouble]),
    ...(found.lost > 0 ? [words.lost + String(found.lost)] : []),
  ]
  const usual = found.waiting.length === 0 ? words.none : ''
  status.textContent = troubles.length > 0 ? troubles.join(' ') : usual
  if (found.waiting.length === 0) return
  const button = place('file') as HTMLButtonElement
  button.textContent = words.file
  button.hidden = false
  button.onclick = () => {
    button.disabled = true
    found
      .file()
      .then(give)
      .catch((error: unknown) => {
        status.textContent = words.failed + String((error as Error).message)
      })
      .finally(() => {
        button.disabled = false
      })
  }
}

function give(file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `muster-outbox-${new Date().toISOString().slice(0, 10)}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  status.textContent = words.done
}

findWaiting(indexedDB, kept('muster:owner') ?? 'p:', (globalThis as { caches?: CacheStorage }).caches).then(show, (error: unknown) => {
  status.textContent = words.trouble + String((error as Error).message)
})
