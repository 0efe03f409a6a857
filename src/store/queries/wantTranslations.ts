import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { mostTexts } from '../../../contract/endpoints/translate.ts'
import { translate } from '../db/emitStoreEvent.ts'
import { getOwner } from '../identity/getOwner.ts'
import { useOwner } from '../identity/useOwner.ts'
import { getStore, withReopen } from '../db/store.ts'

/** Translated texts on this device, by their English text. */
export type Dictionary = Readonly<Record<string, string>>

/** Debounce after the last request, ms; all requests until then go in one batch (spec/1 §9). */
export const debounce = 100

/** Limit per language, so that space is left for work. The newest entries stay. */
const mostKept = 5000

const wanted = new Map<string, Set<string>>()
/**
 * Texts that came back unchanged: they have no translation, and the app does not request them again in this
 * visit.
 */
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

/**
 * Requests translations, batched with other requests within 100 ms. Skips texts that the device has already
 * or that have no translation.
 */
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
    // The texts stay untranslated and are marked; the app retries when the device is online again.
    setFailed(new Set([...failed, ...texts.map((text) => mark(lang, text))]))
    addEventListener('online', () => wantTranslations(lang, texts), { once: true })
  }
}

async function keep(lang: string, found: readonly (readonly [string, string])[]): Promise<void> {
  if (found.length === 0) return
  const { db } = getStore()
  await withReopen(getStore(), () =>
    db.transaction('rw', db.translations, async () => {
      // Texts may be written by users, so each user has their own row.
      const owner = getOwner()
      const before = (await db.translations.get([owner, lang]))?.texts ?? {}
      const all = [...Object.entries(before), ...found].slice(-mostKept)
      await db.translations.put({ owner, lang, texts: Object.fromEntries(all) })
    }),
  )
}

async function dictionaryOf(lang: string, owner = getOwner()): Promise<Dictionary> {
  return (await getStore().db.translations.get([owner, lang]))?.texts ?? {}
}

/** The cached translations of this language, live, also offline; undefined while loading. */
export function useDictionary(lang: string): Dictionary | undefined {
  const owner = useOwner()
  return useLiveQuery(() => dictionaryOf(lang, owner), [lang, owner])
}

/** The texts with a failed translation request, live. */
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
