import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { Refused } from '../../../contract/Refused.ts'
import type { Language } from '../../../contract/reference/languages.ts'
import { needsTranslation } from '../../../contract/endpoints/translate.ts'
import { embeddedTranslator } from '../../adapters/translator/embedded/embeddedTranslator.ts'
import { TranslatorFailed } from '../../adapters/translator/translator.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import { text } from '../../i18n/text.ts'

/**
 * Returns translations in the order of the texts: from the built-in dictionary, else cached from the external
 * translator, else from that translator. A text without a translation is returned unchanged (decision
 * OQ-080). Throws Refused 503 while the external translator does not respond.
 */
export async function translateTexts(app: App, texts: readonly string[], to: Language): Promise<string[]> {
  if (!needsTranslation(to)) return [...texts]
  const own = await embeddedTranslator.translate(texts, to)
  const found = new Map<string, string>()
  texts.forEach((text, index) => {
    const translation = own[index]
    if (translation !== undefined) found.set(text, translation)
  })
  const open = [...new Set(texts.filter((text) => !found.has(text) && /\p{L}/u.test(text)))]
  if (open.length > 0 && app.translator.kind !== 'embedded') {
    for (const [text, translation] of await fromOutside(app, open, to)) found.set(text, translation)
  }
  return texts.map((text) => found.get(text) ?? text)
}

const TranslationRow = z.object({ hash: z.string(), translation: z.string() })

async function fromOutside(app: App, texts: readonly string[], to: Language): Promise<Map<string, string>> {
  const byHash = new Map(texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]))
  const known = await rows(
    app.storage.db,
    TranslationRow,
    sql`update translations set used_at = now()
        where lang = ${to} and text_sha256 in (select jsonb_array_elements_text(${JSON.stringify([...byHash.keys()])}::jsonb))
        returning text_sha256 as hash, translation`,
  )
  const found = new Map(known.map(({ hash, translation }) => [byHash.get(hash) ?? '', translation]))
  const open = texts.filter((text) => !found.has(text))
  if (open.length === 0) return found
  let answers: readonly (string | undefined)[]
  try {
    answers = await app.translator.translate(open, to)
  } catch (error) {
    if (!(error instanceof TranslatorFailed)) throw error
    app.log.warn({ reason: error.message, texts: open.length }, 'texts were not translated')
    throw new Refused(503, 'UNAVAILABLE', text('The translator does not answer right now.'))
  }
  const fresh = open.flatMap((text, index) => {
    const translation = answers[index]
    if (translation !== undefined) found.set(text, translation)
    return translation === undefined ? [] : [{ hash: createHash('sha256').update(text).digest('hex'), translation }]
  })
  await app.storage.db.execute(
    sql`insert into translations (lang, text_sha256, translation)
        select ${to}, f.hash, f.translation from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) f(hash text, translation text)
        on conflict (lang, text_sha256) do update set translation = excluded.translation, used_at = now()`,
  )
  return found
}
