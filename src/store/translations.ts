import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { mostTexts } from '../../contract/translate.ts'
import { translate } from './events.ts'
import { getOwner } from './identity.ts'
import { useOwner } from './owner.ts'
import { getStore, withReopen } from './store.ts'

/** Texts that were translated for this device, by their English words. */
export type Dictionary = Readonly<Record<string, string>>

/** ms after the last wish; what was wished until then goes in one batch (spec/1 §9). */
export const debounce = 100

/** Of one language, so that the device keeps room for work. The newest stay. */
const mostKept = 5000

/** Texts may be what a person wrote: each has their own. */
const rowOf = (lang: string, owner = getOwner()) => `translations:${owner}:${lang}`

const wanted = new Map<string, Set<string>>()
/** Came back as they went: nobody can translate them, and asking again in this visit won't help. */
const asTheyAre = new Map<string, Set<string>>()
let failed: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

const setOf = (map: Map<string, Set<string>>, lang: string) => {
  const known = map.get(lang) ?? new Set<string>()
  map.set(lang, known)
  return known
}
const mark = (lang: string, text: string) => `${lang} ${text}`

function setFailed(next: ReadonlySet<string>): void {
  failed = next
  for (const listener of listeners) listener()
}

/** Gets these texts translated, together with what else is wished within 100 ms. Known ones are not asked for again. */
export function wantTranslations(lang: string, texts: readonly string[]): void {
  const known = setOf(asTheyAre, lang)
  const set = setOf(wanted, lang)
  for (const text of texts) if (!known.has(text)) set.add(text)
  if (set.size === 0) return
  clearTimeout(timer)
  timer = setTimeout(() => void askForAll(), debounce)
}

async function askForAll(): Promise<void> {
  const batches = [...wanted]
  wanted.clear()
  for (const [lang, texts] of batches) {
    const kept = await dictionaryOf(lang).catch((): Dictionary => ({}))
    const open = [...texts].filter((text) => !Object.hasOwn(kept, text))
    for (let from = 0; from < open.length; from += mostTexts) await askFor(lang, open.slice(from, from + mostTexts))
  }
}

async function askFor(lang: string, texts: readonly string[]): Promise<void> {
  try {
    const answers = await translate(texts, lang)
    const found = texts.flatMap((text, index): [string, string][] => {
      const answer = answers[index]
      if (answer !== undefined && answer !== '' && answer !== text) return [[text, answer]]
      setOf(asTheyAre, lang).add(text)
      return []
    })
    await keep(lang, found)
    setFailed(new Set([...failed].filter((one) => !texts.some((text) => mark(lang, text) === one))))
  } catch {
    // The texts stay as they are, with a mark; the next connection tries again.
    setFailed(new Set([...failed, ...texts.map((text) => mark(lang, text))]))
    addEventListener('online', () => wantTranslations(lang, texts), { once: true })
  }
}

async function keep(lang: string, found: readonly (readonly [string, string])[]): Promise<void> {
  if (found.length === 0) return
  const { db } = getStore()
  await withReopen(getStore(), () =>
    db.transaction('rw', db.meta, async () => {
      const before = ((await db.meta.get(rowOf(lang)))?.value ?? {}) as Dictionary
      const all = [...Object.entries(before), ...found].slice(-mostKept)
      await db.meta.put({ key: rowOf(lang), value: Object.fromEntries(all) })
    }),
  )
}

async function dictionaryOf(lang: string, owner = getOwner()): Promise<Dictionary> {
  return ((await getStore().db.meta.get(rowOf(lang, owner)))?.value ?? {}) as Dictionary
}

/** What the device has in this language, live, also without a connection; undefined while it looks. */
export function useDictionary(lang: string): Dictionary | undefined {
  const owner = useOwner()
  return useLiveQuery(() => dictionaryOf(lang, owner), [lang, owner])
}

/** Which of the texts could not be translated for want of an answer, live. */
export function useUntranslated(lang: string, texts: readonly string[]): readonly string[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => failed,
  )
  return texts.filter((text) => all.has(mark(lang, text)))
}
