import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Messages } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { keyOf } from './text.ts'

const folder = path.join(import.meta.dirname, '../../locales')

interface Entry {
  readonly message?: string
  readonly translation?: string
  readonly context?: string | null
}

async function readCatalogue(file: string): Promise<Messages> {
  const filename = path.join(folder, file)
  const entries = await formatter().parse(readFileSync(filename, 'utf8'), { locale: null, sourceLocale: 'en', filename })
  return Object.fromEntries(
    (Object.values(entries) as Entry[]).map(({ message = '', translation, context }) => [
      keyOf(message, context),
      compileMessageOrThrow(translation || message),
    ]),
  )
}

/** Reads and compiles the catalogues for the server (`locales/<code>/server.po`). A text without a translation stays English. */
export async function readCatalogues(): Promise<Readonly<Record<string, Messages>>> {
  const languages = readdirSync(folder)
  return Object.fromEntries(
    await Promise.all(languages.map(async (language) => [language, await readCatalogue(`${language}/server.po`)] as const)),
  )
}
